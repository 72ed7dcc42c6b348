#### background jobs run beside
{ sleep 0.05; echo late; } & echo early; wait; echo done; (exit 3) & wait $!; echo $?; wait 99999; echo $?
## STDOUT:
early
late
done
3
127
## END
## status: 0

#### wait -n gives the first
(sleep 0.2; exit 1) & (sleep 0.01; exit 2) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?
## STDOUT:
2
1
127
## END
## status: 0

#### wait -p names the process
(exit 4) & p=$!; wait -p who -n; echo $? $((who == p)); wait $p; echo $?
## STDOUT:
4 1
4
## END
## status: 0

#### jobs are listed
sleep 5 & sleep 6 & jobs; jobs -p | wc -l; jobs %1; jobs -r | wc -l; kill %1 %2; wait 2>/dev/null; jobs >/dev/null
## STDOUT:
[1]-  Running                 sleep 5 &
[2]+  Running                 sleep 6 &
2
[1]-  Running                 sleep 5 &
2
## END
## status: 0

#### job specifications
sleep 5 & kill %sleep; wait %1; echo $?; sleep 5 & kill %?leep; wait %%; echo $?; kill %9; echo $?; fg; echo $?; bg; echo $?
## STDOUT:
143
143
1
1
1
## END
## status: 0

#### disown forgets
sleep 0.01 & disown; jobs; sleep 5 & disown %1; jobs; kill $!; disown %7; echo $?
## STDOUT:
1
## END
## status: 0

#### a subshell's variables stay inside
x=1; { x=2; echo in $x; } & wait; echo $x; (x=3) & wait; echo $x $((BASHPID == $$)) $( (echo $((BASHPID == $$))) )
## STDOUT:
in 2
1
1 1 0
## END
## status: 0

#### input of a background job is empty
cat & wait; echo $?; read x < <(cat & wait) ; echo "[$x]"
## STDOUT:
0
[]
## END
## status: 0

#### lists in the background
true && echo a & wait; echo b & echo c & wait | cat; for i in 1 2 3; do echo $i & wait; done; { exit 6; } & wait $!; echo $?
## STDOUT:
a
b
c
1
2
3
6
## END
## status: 0

#### a process substitution is read through a descriptor
exec 3< <(echo five; exit 5); cat <&3
## STDOUT:
five
## END
## status: 0

#### SIGPIPE ends a writer
yes | true; echo ${PIPESTATUS[@]}; { echo a; echo b; } | head -n 1
## STDOUT:
141 0
a
## END
## status: 0

#### a process substitution is waited for by its number
cat <(exit 3); wait $!; echo $?
## STDOUT:
3
## END
## status: 0

