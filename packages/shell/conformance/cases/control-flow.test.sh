#### a loop leaves two levels
for i in 1 2; do for j in a b; do [ $j = b ] && break 2; echo $i$j; done; done
## STDOUT:
1a
## END
## status: 0

#### a function has local variables
x=global; f() { local x=local; echo $x; return 3; }; f; echo $? $x
## STDOUT:
local
3 global
## END
## status: 0

#### set -e ends the script at a failure
set -e; false || echo kept; false; echo unreached
## STDOUT:
kept
## END
## status: 1

#### pipefail takes the last failure
set -o pipefail; false | true; echo $? "${PIPESTATUS[@]}"
## STDOUT:
1 1 0
## END
## status: 0

#### case falls through
case a in a) echo one ;& b) echo two ;; *) echo three ;; esac
## STDOUT:
one
two
## END
## status: 0

#### a pipeline ends with its reader
yes | { read -r line; echo "$line"; }
## STDOUT:
y
## END
## status: 0

#### a subshell keeps its changes to itself
x=1; (x=2; echo $x); echo $x
## STDOUT:
2
1
## END
## status: 0

#### background commands run at once and are waited for
{ echo late; } & wait $!; echo "status $?"
## STDOUT:
late
status 0
## END
## status: 0

#### the EXIT trap runs on exit
trap 'echo bye' EXIT; exit 4
## STDOUT:
bye
## END
## status: 4

#### a here-document expands
x=5; cat <<END
value $x $((x + 1))
END
## STDOUT:
value 5 6
## END
## status: 0

#### a loop reads every line
printf '%s\n' a 'b c' d | while read -r first rest; do echo "$first-$rest"; done
## STDOUT:
a-
b-c
d-
## END
## status: 0

#### break and continue by levels
for i in 1 2 3; do for j in a b c; do [[ $j == b ]] && continue 2; [[ $i == 3 ]] && break 2; echo $i$j; done; done; while :; do break; done; echo $?; for x in 1; do break 5; done; echo end
## STDOUT:
1a
2a
0
end
## END
## status: 0

#### until and while with several commands
n=0; until ((n++)); [[ $n -ge 3 ]]; do echo $n; done; while read x; [[ $x != stop ]]; do echo "<$x>"; done <<< $'a\nb\nstop\nc'
## STDOUT:
1
2
<a>
<b>
## END
## status: 0

#### statuses of compound commands
if false; then :; fi; echo $?; while false; do :; done; echo $?; for x in; do false; done; echo $?; case x in y) ;; esac; echo $?; { false; }; echo $?; (exit 4); echo $?; for x in 1; do false; done; echo $?
## STDOUT:
0
0
0
0
1
4
1
## END
## status: 0

#### and, or and not
true && echo 1 || echo 2; false && echo 3 || echo 4; ! true; echo $?; ! false && echo 5; true || false && echo 6; false || false || echo 7; ! ! true; echo $?
## STDOUT:
1
4
1
5
6
7
0
## END
## status: 0

#### for without a list
set -- p q; for x; do echo $x; done; for x do echo $x; done; f() { for a; do echo "f $a"; done; }; f 1 2
## STDOUT:
p
q
p
q
f 1
f 2
## END
## status: 0

#### elif chains
for n in 1 2 3; do if ((n==1)); then echo one; elif ((n==2)); then echo two; else echo many; fi; done
## STDOUT:
one
two
many
## END
## status: 0

#### case patterns
f() { case $1 in a|b) echo ab;; "c d") echo cd;; ?) echo one;; [[:digit:]]*) echo digit;; \*) echo star;; (paren) echo p;; "") echo empty;; *) echo rest;; esac; }; for w in a b "c d" x 12 "*" paren "" long; do f "$w"; done
## STDOUT:
ab
ab
cd
one
digit
one
p
empty
rest
## END
## status: 0

#### pipelines and PIPESTATUS
true | false | true; echo ${PIPESTATUS[@]} $?; set -o pipefail; true | false | true; echo $?; (exit 3) | (exit 4) | true; echo $?; set +o pipefail; false; echo ${PIPESTATUS[0]}; ! false | true; echo $?
## STDOUT:
0 1 0 0
1
4
1
1
## END
## status: 0

#### lastpipe
shopt -s lastpipe; echo a b | read x y; echo $x $y; printf "1\n2\n" | mapfile -t l; echo ${#l[@]}; shopt -u lastpipe; echo c | read x; echo $x
## STDOUT:
a b
2
a
## END
## status: 0

#### time of a pipeline
TIMEFORMAT="t %%"; time true; { time :; } 2>&1; ! time false 2>/dev/null; echo $?
## STDOUT:
t %
0
## END
## status: 0

#### subshells keep their changes
x=1; (x=2; cd /; y=3; echo $x); echo $x ${y-none}; f() { echo f; }; (f() { echo g; }; f); f; (exit 3) || echo $?; echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL) $(echo $(echo $BASH_SUBSHELL)) $( (echo $BASH_SUBSHELL) )
## STDOUT:
2
1 none
g
f
3
0 1 2 2
## END
## status: 0

#### eval and source
eval "echo a; echo b" c; x='$y'; y=z; eval echo $x; eval "f() { echo made; }"; f; echo 'echo src $1 $#; v=set; return 4; echo no' >s; . ./s arg; echo $? $v; source ./s; echo $1; eval "exit 3" ; echo no
## STDOUT:
a
b c
z
made
src arg 1
4 set
src 0

## END
## status: 3

#### exit and its status
(exit); echo $?; (false; exit); echo $?; (exit 300); echo $?; (exit abc); echo $?; (trap "echo bye" EXIT; exit 2); echo $?; exit 9; echo no
## STDOUT:
0
1
44
2
bye
2
## END
## status: 9

#### coprocesses
coproc { while read l; do echo "got $l"; done; }; echo hello >&${COPROC[1]}; read r <&${COPROC[0]}; echo $r; exec {COPROC[1]}>&-; wait $COPROC_PID; echo $?; coproc NAME { echo named; }; read x <&${NAME[0]}; echo $x
## STDOUT:
got hello
0
named
## END
## status: 0

#### a command that is not found
nosuchcommand_x 2>/dev/null; echo $?; ./none 2>/dev/null; echo $?; touch plain; ./plain 2>/dev/null; echo $?; mkdir dir; ./dir 2>/dev/null; echo $?; command_not_found_handle() { echo "handle $1"; return 5; }; missing arg; echo $?
## STDOUT:
127
127
126
126
handle missing
5
## END
## status: 0

#### else sees the status of the condition
if (exit 3); then :; elif (exit 4); then :; else echo $?; fi; if (exit 5); then :; fi; echo $?
## STDOUT:
4
0
## END
## status: 0

