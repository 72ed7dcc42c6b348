#### a syntax error in a substitution is found when its text is read
(eval 'echo before; echo $(if true)') 2>/dev/null
echo after
## STDOUT:
after
## END
## status: 0

#### earlier lines run before a later syntax error
echo one
if then
## STDOUT:
one
## END
## status: 2

#### an unfinished loop on a line runs nothing of it
echo hi; while
## STDOUT:
## END
## status: 2

#### an alias may bring lines of its own
shopt -s expand_aliases
alias two='echo 1
echo 2'
two
## STDOUT:
1
2
## END
## status: 0

#### quotes left open keep the last status
(exit 7)
echo "abc
## STDOUT:
## END
## status: 7

#### a substitution left open
(exit 7)
echo $(abc
## STDOUT:
## END
## status: 2

#### a list left open
(exit 7)
x=(a b
## STDOUT:
## END
## status: 1

#### a condition that is wrong
(exit 7)
[[ a b ]]
## STDOUT:
## END
## status: 7

#### a command left open
echo before
if true; then
## STDOUT:
before
## END
## status: 2

#### an error in a later line runs the earlier ones
echo 1
echo 2 )
echo 3
## STDOUT:
1
## END
## status: 2

#### an error in eval gives 2 and goes on
eval "if"; echo $?; eval "echo )"; echo $?; eval "echo \""; echo $?
## STDOUT:
2
2
2
## END
## status: 0

#### reserved words out of place
echo a; then echo b
## STDOUT:
## END
## status: 2

#### an empty command
echo x; ; echo y
## STDOUT:
## END
## status: 2

#### a bad name for a function or a loop
echo go
for 1x in a; do echo $1x; done; echo $?
## STDOUT:
go
1
## END
## status: 0

