#### a failure ends the shell
set -e; echo a; false; echo no
## STDOUT:
a
## END
## status: 1

#### conditions do not
set -e; if false; then :; fi; while false; do :; done; until true; do :; done; false || true; false && true; ! true; ! false; [[ a == b ]] || :; echo alive
## STDOUT:
alive
## END
## status: 0

#### functions in conditions ignore it
set -e; f() { false; echo in; }; if f; then echo yes; fi; f && echo and; f || echo or; ! f; echo alive; f; echo no
## STDOUT:
in
yes
in
and
in
in
alive
## END
## status: 1

#### the last of a pipeline decides
set -e; false | true; echo a; true | false; echo no
## STDOUT:
a
## END
## status: 1

#### pipefail decides otherwise
set -eo pipefail; echo a; false | true; echo no
## STDOUT:
a
## END
## status: 1

#### subshells and groups
set -e; (false; echo no) || echo or; { false || true; }; (false; echo no); echo no
## STDOUT:
no
## END
## status: 1

#### command substitutions
set -e; x=$(false; echo still); echo "$x"; echo $(false) ok; x=$(false); echo no
## STDOUT:
still
ok
## END
## status: 1

#### inherit_errexit
set -e; shopt -s inherit_errexit; x=$(echo a; false; echo b) || echo "[$x]"; echo next; echo "$(false; echo no)" end
## STDOUT:
next
 end
## END
## status: 0

#### local hides a failure
set -e; f() { local x=$(false); echo local; }; f; y=$(false) || echo caught; declare z=$(false); echo declared; export w=$(false); echo exported
## STDOUT:
local
caught
declared
exported
## END
## status: 0

#### arithmetic and tests
set -e; ((1)); x=0; ((x++)) || :; [[ x ]]; let x=5; echo $x; ((0)); echo no
## STDOUT:
5
## END
## status: 1

#### ERR traps
trap "echo err $?" ERR; false; (exit 3); true; if false; then :; fi; false || true; f() { false; true; }; f; set -E; f; echo end
## STDOUT:
err 0
err 0
err 0
end
## END
## status: 0

#### ERR and EXIT together
set -e; trap "echo exit $?" EXIT; trap "echo err" ERR; f() { false; }; f; echo no
## STDOUT:
exit 0
## END
## status: 1

#### nounset
set -u; echo ${x-default}; echo "$@" "$*" $#; a=(); echo "${a[@]}" ${#a[@]}; (echo $x; echo no); echo $?; (echo ${a[3]}; echo no); echo $?; echo $1; echo no
## STDOUT:
default
 0
0
1
1
## END
## status: 127

#### negation of a compound
set -e; ! { false; echo inside; }; echo after; ! (false; echo sub); echo end
## STDOUT:
inside
after
sub
end
## END
## status: 0

#### a failing assignment or redirection
set -e; readonly r=1; (r=2; echo no); echo $?; (: <nofile; echo no) || echo redirected; true > /nodir/x || echo or; : </none; echo no
## STDOUT:
## END
## status: 1

#### what is inverted may fail only when errexit was on before
(foo() { set -e; false; echo in; }; ! foo; echo out); echo $?
(! (set -e; false; echo in); echo out); echo $?
(set -e; foo() { false; echo in; }; ! foo; echo out); echo $?
(set -e; ! { false; echo in; }; echo out); echo $?
## STDOUT:
1
out
0
in
out
0
in
out
0
## END
## status: 0

