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

