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

