#### DEBUG runs before each simple command of a pipeline
trap 'echo "D $LINENO"' DEBUG
true | true
case x in x) echo in ;; esac
## STDOUT:
D 2
D 2
D 3
D 3
in
## END
## status: 0

#### ERR reports the line of a pipeline
trap 'echo "E $LINENO"' ERR

false | false
(false) | (false)
## STDOUT:
E 3
E 4
E 4
## END
## status: 1

#### an ERR trap runs for a failure in a DEBUG trap
trap 'echo err' ERR
trap 'false' DEBUG
true
## STDOUT:
err
## END
## status: 0

#### an EXIT trap sees the status
(trap 'echo $?' EXIT; (exit 3))
## STDOUT:
3
## END
## status: 3

#### EXIT runs once
(trap "echo bye" EXIT; echo hi); (trap "echo a" EXIT; trap "echo b" EXIT); (trap "echo x" 0; exit 3); echo $?; (trap "echo t; exit 7" EXIT; exit 1); echo $?
## STDOUT:
hi
bye
b
x
3
t
7
## END
## status: 0

#### signals to oneself
trap "echo usr" USR1; kill -USR1 $$; echo after; trap "" TERM; kill -TERM $$; echo ignored; trap - USR1 TERM; (kill -TERM $BASHPID; echo no); echo $?
## STDOUT:
usr
after
ignored
143
## END
## status: 0

#### listing traps
trap "echo 'q'" INT; trap "" HUP; trap "echo e" EXIT ERR; trap; trap -p INT; trap - EXIT; trap -p EXIT; trap -l | head -n 1 | tr -s "\t " " "
## STDOUT:
trap -- 'echo e' EXIT
trap -- '' SIGHUP
trap -- 'echo '\''q'\''' SIGINT
trap -- 'echo e' ERR
trap -- 'echo '\''q'\''' SIGINT
 1) SIGHUP 2) SIGINT 3) SIGQUIT 4) SIGILL 5) SIGTRAP
## END
## status: 0

#### a signal's status
(kill -KILL $BASHPID); echo $?; sh -c "exit 3"; echo $?; sleep 5 & kill $!; wait $!; echo $?; kill -l 143; kill -l 9 TERM
## STDOUT:
137
3
143
TERM
KILL
15
## END
## status: 0

#### DEBUG runs before commands
trap "echo dbg" DEBUG; echo a; x=1; [[ x ]]; trap - DEBUG; echo b
## STDOUT:
dbg
a
dbg
dbg
dbg
b
## END
## status: 0

#### RETURN runs after functions
f() { trap "echo ret" RETURN; echo f; }; f; trap - RETURN; g() { echo g; }; g; set -T; trap "echo R" RETURN; g; echo ". sourced" >/dev/null
## STDOUT:
f
ret
g
g
R
## END
## status: 0

#### subshells reset traps
trap "echo outer" EXIT; (echo in); (trap "echo inner" EXIT); trap - EXIT; trap "echo u" USR1; (trap -p USR1; kill -USR1 $BASHPID; echo no); echo $?
## STDOUT:
in
inner
trap -- 'echo u' SIGUSR1
138
## END
## status: 0

#### LINENO and BASH_COMMAND
trap "echo L$LINENO" USR1
kill -USR1 $$
echo next
trap 'echo "[$BASH_COMMAND]"' DEBUG
echo "a b" >/dev/null
trap - DEBUG
## STDOUT:
L1
next
[echo "a b" > /dev/null]
[trap - DEBUG]
## END
## status: 0

#### wait is interrupted by a trap
trap "echo alarm" USR1; (sleep 0.1; kill -USR1 $$) & sleep 0.3 & wait $!; echo $(($? > 128)); wait
## STDOUT:
alarm
1
## END
## status: 0

#### mistakes
trap "echo" NOSUCH; echo $?; trap; kill -NOSUCH $$; echo $?; kill; echo $?; kill 999999; echo $?; kill -0 $$; echo $?
## STDOUT:
1
1
2
1
0
## END
## status: 0

#### a trap keeps the status
trap "true" USR1; false; kill -USR1 $$; echo $?; f() { trap "return 5" USR2; kill -USR2 $$; echo no; }; f; echo $?
## STDOUT:
0
5
## END
## status: 0

#### CHLD runs for every child that ends
trap 'echo child' CHLD; sleep 0.05 & wait; true; (exit 1); x=$(echo 1); echo end
## STDOUT:
child
child
child
end
## END
## status: 0

#### a subshell that SIGTERM ends is reported in one word
(kill -TERM $BASHPID) 2>&1; echo $?; sleep 9 & kill $!; wait $!; echo $?
## STDOUT:
143
143
## END
## status: 0

