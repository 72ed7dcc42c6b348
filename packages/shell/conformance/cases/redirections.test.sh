#### output, append and input
echo a >f; echo b >>f; cat <f; cat <<< x >f; cat f; : >f; cat f | wc -c
## STDOUT:
a
b
x
0
## END
## status: 0

#### standard error and both
{ echo o; echo e >&2; } 2>/dev/null; { echo o; echo e >&2; } >f 2>&1; cat f; { echo o; echo e >&2; } &>f; wc -l <f; { echo e >&2; } &>>f; wc -l <f; { echo e >&2; } 2>&1 >/dev/null | cat; echo x |& cat
## STDOUT:
o
o
e
2
3
e
x
## END
## status: 0

#### the order of redirections matters
f() { echo out; echo err >&2; }; f 2>&1 >/dev/null; f >/dev/null 2>&1; echo done
## STDOUT:
err
done
## END
## status: 0

#### descriptors of one's own
exec 3>f 4>&1; echo to f >&3; echo to out >&4; exec 3>&- 4>&-; cat f; echo x 2>/dev/null >&3 || echo closed
## STDOUT:
to out
to f
closed
## END
## status: 0

#### a number for a variable
exec {fd}>f; echo hi >&$fd; [[ $fd -ge 10 ]] && echo high; exec {fd}>&-; cat f; { echo in >&$g; } {g}>f; cat f
## STDOUT:
high
hi
in
## END
## status: 0

#### reading and writing
echo abcdef >f; exec 3<>f; read -n 2 x <&3; echo -n ZZ >&3; exec 3>&-; cat f; echo $x
## STDOUT:
abZZef
ab
## END
## status: 0

#### moving a descriptor
exec 3>f; exec 4>&3-; echo a >&4; echo b 2>/dev/null >&3 || echo gone; exec 4>&-; cat f
## STDOUT:
gone
a
## END
## status: 0

#### noclobber
set -C; echo a >f; echo b >f; echo $?; echo c >|f; cat f; echo d >>f; cat f; set +C; echo e >f; cat f
## STDOUT:
1
c
c
d
e
## END
## status: 0

#### mistakes
cat <none; echo $?; echo x >/; echo $?; echo x >&9; echo $?; v="a b"; echo x >$v; echo $?; : <"" ; echo $?; echo after
## STDOUT:
1
1
1
1
1
after
## END
## status: 0

#### compound commands
for i in 1 2; do echo $i; done >f; cat f; while read x; do echo "<$x>"; done <f; if true; then echo y; fi >f; cat f; (echo s; echo t) >f; wc -l <f; { read a; read b; } <<< $'1\n2'; echo $a$b
## STDOUT:
1
2
<1>
<2>
y
2
12
## END
## status: 0

#### functions with redirections
f() { echo in f; } >f; f; cat f; g() { cat; } <<< input; g
## STDOUT:
in f
input
## END
## status: 0

#### process substitutions
cat <(echo a) <(echo b); echo x > >(cat); wait; diff <(echo 1) <(echo 1) && echo same; while read x; do echo "<$x>"; done < <(printf "1\n2\n"); f=<(echo late); cat $f 2>/dev/null; echo
## STDOUT:
a
b
x
same
<1>
<2>

## END
## status: 0

#### device files
cat /dev/stdin <<< c; cat /dev/fd/0 <<< d; read x </dev/null; echo $?; head -c 3 /dev/zero | od -An -tx1
## STDOUT:
c
d
1
 00 00 00
## END
## status: 0

#### a pipe's parts run at once
{ echo 1; sleep 0.05; echo 3; } | { read a; echo $a 2; cat; }; yes | head -n 2; echo ${PIPESTATUS[@]}
## STDOUT:
1 2
3
y
y
141 0
## END
## status: 0

#### redirection before the command
>f echo x; cat f; <f cat; 2>/dev/null cat none; echo $?; >g; [[ -e g ]] && echo made
## STDOUT:
x
x
1
made
## END
## status: 0

#### a here-document inside a loop
for i in 1 2; do cat <<E
item $i
E
done; f() {
cat <<X
arg $1
X
}; f a; f b | cat
## STDOUT:
item 1
item 2
arg a
arg b
## END
## status: 0

#### a subshell with redirections in a substitution ends it
x=$( ( true ) > /dev/null ); echo "1 $x"; x=$( ( echo a ) 1>&2 ) 2>/dev/null; echo "2 $x"
x=$( { ( echo -n > b; ) 2>&1 1>&3 3>&1-; } 3>&1 ); echo "3 $x"; ( ( echo c ) > /dev/null ) | cat; echo 4
## STDOUT:
1 
2 
3 
4
## END
## status: 0

#### a subshell in the background with its own output does not hold a substitution
x=$( ( sleep 5; echo late ) > /dev/null & echo now ); echo "$x"; kill %1 2>/dev/null; echo end
## STDOUT:
now
end
## END
## status: 0

