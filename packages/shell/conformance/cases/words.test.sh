#### braces make lists
echo {a,b,c} x{1,2}y {a,b}{1,2} {,x}y a{b,{c,d}}e {a} {} {a,} "{a,b}" \{a,b}
## STDOUT:
a b c x1y x2y a1 a2 b1 b2 y xy abe ace ade {a} {} a {a,b} {a,b}
## END
## status: 0

#### braces make ranges
echo {1..5} {5..1} {a..e} {1..10..3} {01..03} {-2..2} {e..a..2} {1..1} {a..1} {1.5..2}
## STDOUT:
1 2 3 4 5 5 4 3 2 1 a b c d e 1 4 7 10 01 02 03 -2 -1 0 1 2 e c a 1 {a..1} {1.5..2}
## END
## status: 0

#### braces come before parameters
a=1 b=3; echo {$a..$b} {$a,$b} ${a}{x,y}
## STDOUT:
{1..3} 1 3 1x 1y
## END
## status: 0

#### ANSI quotes decode escapes
printf '%s|' $'a\tb' $'\x41\u00e9\101' $'\'q\'' $'\e[0m' $'a\0b' $'\cA' | od -An -tx1 | tr -d '\n'; echo
## STDOUT:
 61 09 62 7c 41 c3 a9 41 7c 27 71 27 7c 1b 5b 30 6d 7c 61 7c 01 7c
## END
## status: 0

#### a dollar before double quotes is dropped
x=1; echo $"a $x"
## STDOUT:
a 1
## END
## status: 0

#### backslashes in and out of quotes
echo \a "\a" '\a' "\$x \" \\ \`" a\ b
## STDOUT:
a \a \a $x " \ ` a b
## END
## status: 0

#### a line goes on after a backslash
echo one\
two "th\
ree" 'fo\
ur'
## STDOUT:
onetwo three fo\
ur
## END
## status: 0

#### tilde
HOME=/h; echo ~ ~/x "~" a~ x=~ :~; a=~/b:~/c; echo $a; b=x:~; echo $b
## STDOUT:
/h /h/x ~ a~ x=/h :~
/h/b:/h/c
x:/h
## END
## status: 0

#### split at IFS characters
n() { echo "$#: $*"; for w in "$@"; do printf "<%s>" "$w"; done; echo; }; v=" a  b:c "; n $v; IFS=:; n $v; IFS=" :"; n $v; IFS=; n $v
## STDOUT:
2: a b:c
<a><b:c>
2:  a  b:c 
< a  b><c >
3: a b c
<a><b><c>
1:  a  b:c 
< a  b:c >
## END
## status: 0

#### empty fields between separators
n() { for w in "$@"; do printf "<%s>" "$w"; done; echo; }; IFS=,; v=,a,,b,; n $v; n $v"x"; n "$v"; v=,,; n $v
## STDOUT:
<><a><><b>
<><a><><b><x>
<,a,,b,>
<><>
## END
## status: 0

#### parts of a word join
x="a b"; n() { for w in "$@"; do printf "<%s>" "$w"; done; echo; }; n 1$x"2"$x; n "$x"$x; n $x$x
## STDOUT:
<1a><b2a><b>
<a ba><b>
<a><ba><b>
## END
## status: 0

#### command substitutions lose their last newlines
x=$(printf "a\n\nb\n\n"); echo "[$x]"; echo "$(echo "$(echo deep)")" `echo \`echo old\``
## STDOUT:
[a

b]
deep old
## END
## status: 0

#### NUL bytes disappear from substitutions
x=$(printf "a\0b"); echo ${#x} $x
## STDOUT:
2 ab
## END
## status: 0

#### a file in a substitution
echo "l1
l2" >f; x=$(<f); echo "$x"; echo "$(< f)" | wc -l
## STDOUT:
l1
l2
2
## END
## status: 0

#### here-documents expand unless quoted
x=1; cat <<A; cat <<"B"; cat <<\C
$x $(echo s) \$x `echo b` $((1+1)) "q"
A
$x $(echo s)
B
\$x
C
## STDOUT:
1 s $x b 2 "q"
$x $(echo s)
\$x
## END
## status: 0

#### tabs go with a dash
cat <<-E
	a
		b
	E
echo after
## STDOUT:
a
b
after
## END
## status: 0

#### two documents on one line
cat <<A - <<B
a
A
b
B
cat /dev/fd/3 3<<C
three
C
## STDOUT:
b
three
## END
## status: 0

#### here-strings
x="a  b"; cat <<<$x; cat <<<"$x"; read a b <<< "1 2"; echo $b; cat <<< {a,b}
## STDOUT:
a  b
a  b
2
{a,b}
## END
## status: 0

#### a word that is a quoted nothing
n() { echo $#; }; n "" '' $u "$u" x""
## STDOUT:
4
## END
## status: 0

#### invalid bytes stay
x=$'\xff\xfe'; echo ${#x}; printf %s "$x" | od -An -tx1; printf '\xff' | od -An -tx1
## STDOUT:
2
 ff fe
 ff
## END
## status: 0

#### aliases expand on the next line
shopt -s expand_aliases
alias e="echo hi" p="echo "
alias w=world
e there; p w
unalias e; e 2>/dev/null || echo gone; alias w
## STDOUT:
hi there
world
hi
alias w='world'
## END
## status: 0

#### comments
echo a#b # c
echo "#x" \# # y
# whole line
echo $#
## STDOUT:
a#b
#x #
0
## END
## status: 0

