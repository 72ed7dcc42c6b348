#### defaults with and without a colon
unset u; e=; echo "[${u-a}] [${u:-a}] [${e-a}] [${e:-a}] [${u+b}] [${e+b}] [${e:+b}]"
## STDOUT:
[a] [a] [] [a] [] [b] []
## END
## status: 0

#### an assigned default stays
unset u; echo ${u:=val} $u; e=; echo ${e=x}. ${e:=y} $e
## STDOUT:
val val
. y y
## END
## status: 0

#### an error for a missing parameter ends the shell
(: ${u?needed}; echo no); echo $?; (: ${u:?}; echo no); echo $?
## STDOUT:
1
1
## END
## status: 0

#### the length counts characters
x=héllo; echo ${#x} ${#u} ${#}; set -- a bb; echo ${#} ${#1} ${#2} ${#@} ${#*}
## STDOUT:
5 0 0
2 1 2 2 2
## END
## status: 0

#### slices from the start and the end
x=abcdef; echo ${x:2} ${x:1:3} ${x: -2} ${x: -4:2} ${x:0:-2} ${x:(-3):-1} "[${x:9}]"
## STDOUT:
cdef bcd ef cd abcd de []
## END
## status: 0

#### slices of the positional parameters
set -- a b c d; echo ${@:2} / ${@:2:2} / ${@: -1} / ${*:0:2}
## STDOUT:
b c d / b c / d / bash a
## END
## status: 0

#### the shortest and longest ends are removed
p=/usr/local/lib/x.tar.gz; echo ${p##*/} ${p#*/} ${p%.*} ${p%%.*} ${p%/*}
## STDOUT:
x.tar.gz usr/local/lib/x.tar.gz /usr/local/lib/x.tar /usr/local/lib/x /usr/local/lib
## END
## status: 0

#### a quoted pattern is plain text
x="a*b*c"; echo "${x#"a*"}" "${x%'*c'}" "${x%"*c"}" ${x//"*"/-}
## STDOUT:
b*c a*b a*b a-b-c
## END
## status: 0

#### replacements of the first, all, start and end
x=banana; echo ${x/a/o} ${x//a/o} ${x/#b/c} ${x/%a/o} ${x//an} ${x/#a/z}
## STDOUT:
bonana bonono canana banano ba banana
## END
## status: 0

#### an ampersand stands for the match
x=hello; echo ${x/l/[&]} ${x//l/<&>} "${x/l/\&}" ${x/l/"&"}
## STDOUT:
he[l]lo he<l><l>o he&lo he&lo
## END
## status: 0

#### changes of case
x="hello World"; echo "${x^}" "${x^^}" "${x,}" "${x,,}" "${x^^[lo]}" "${x~~}"
## STDOUT:
Hello World HELLO WORLD hello World hello world heLLO WOrLd HELLO wORLD
## END
## status: 0

#### indirect parameters
a=b; b=c; echo ${!a}; set -- x y z; n=2; echo ${!n} ${!#}; arr=(1 2 3); r="arr[1]"; echo ${!r}; r="arr[@]"; echo "${!r}"
## STDOUT:
c
y z
2
1 2 3
## END
## status: 0

#### names by prefix
zz_a=1; zz_b=2; echo ${!zz_*}; echo "${!zz_@}"; for n in "${!zz_@}"; do echo "<$n>"; done
## STDOUT:
zz_a zz_b
zz_a zz_b
<zz_a>
<zz_b>
## END
## status: 0

#### quoting for reuse
x="a b'c"; echo ${x@Q}; y=$'t\tn'; echo ${y@Q}; echo "${x@U}" "${x@u}" "${x@L}"
## STDOUT:
'a b'\''c'
$'t\tn'
A B'C A b'c a b'c
## END
## status: 0

#### attributes and assignments of a parameter
declare -ix n=5; declare -r c=1; a=(1 2); declare -A m=([k]=v); echo ${n@a} ${c@a} ${a@a} ${m@a}; echo "${n@A}" "${a[@]@A}" "${m[@]@A}"
## STDOUT:
ix r a A
declare -ix n='5' declare -a a=([0]="1" [1]="2") declare -A m=([k]="v" )
## END
## status: 0

#### escapes expand with @E
x="a\tb\x41\n"; printf "%s" "${x@E}" | cat
## STDOUT:
a	bA
## END
## status: 0

#### keys and values with @K and @k
declare -A m=([k]="v w"); echo "${m[@]@K}"; a=(x "y z"); echo "${a[@]@K}"; for w in "${a[@]@k}"; do echo "<$w>"; done
## STDOUT:
k "v w" 
0 "x" 1 "y z"
<0>
<x>
<1>
<y z>
## END
## status: 0

#### patterns apply to each element
a=(one.c two.c three.h); echo ${a[@]%.c} ${a[@]#t} ${a[@]/e/E} ${a[@]^}
## STDOUT:
one two three.h one.c wo.c hree.h onE.c two.c thrEe.h One.c Two.c Three.h
## END
## status: 0

#### star joins with the first character of IFS
set -- a b c; IFS=-:; echo "$*" "${*:2}"; IFS=; echo "$*"; unset IFS; echo "$*"
## STDOUT:
a-b-c b-c
abc
a b c
## END
## status: 0

#### at keeps the words
set -- "a b" "" c; for x in "$@"; do echo "<$x>"; done; for x in x"$@"y; do echo "[$x]"; done
## STDOUT:
<a b>
<>
<c>
[xa b]
[]
[cy]
## END
## status: 0

#### an empty list disappears
set --; for x in "$@"; do echo no; done; for x in "" "$@"; do echo "<$x>"; done; n() { echo $#; }; n "$@" "${a[@]}" "$*"
## STDOUT:
<>
1
## END
## status: 0

#### nested defaults
unset a b; echo ${a:-${b:-deep $(echo er)}} "${a:-"q u"}"
## STDOUT:
deep er q u
## END
## status: 0

#### a default is split when it is not quoted
n() { echo $#; }; unset a; n ${a:-x y z} "${a:-x y z}" ${a:-"x y" z}
## STDOUT:
6
## END
## status: 0

#### braces around special parameters
set -- a b; false; echo ${?} ${#} ${1} ${@} ${*} ${-//[^h]/}
## STDOUT:
1 2 a a b a b h
## END
## status: 0

#### ten and more positional parameters
set -- 1 2 3 4 5 6 7 8 9 ten eleven; echo $10 ${10} ${11} ${12-none}; shift 9; echo $1 $#
## STDOUT:
10 ten eleven none
ten 2
## END
## status: 0

#### shift past the end fails
set -- a; shift 3; echo $? $#; shift; echo $? $#; shift; echo $?
## STDOUT:
1 1
0 0
1
## END
## status: 0

#### a bad substitution ends the line
echo a; echo ${x!y}; echo same line
echo next $?
## STDOUT:
a
next 1
## END
## status: 0

#### a pattern that matches nothing is replaced at each place
shopt -s extglob
x=xay; echo ${x//*(a)/-} ${x//+(a)/-} ${x/*(a)/-} ${x//?(a)/-}
## STDOUT:
-x--y x-y -xay -x--y
## END
## status: 0

#### @K quotes the keys that need it and @A of the positional parameters is a set command
declare -A m=([b c]="x y"); echo "${m[@]@K}"; set -- a "b c"; echo "${@@A}"; echo "${@@K}"; echo "${*@k}"
## STDOUT:
"b c" "x y" 
set -- 'a' 'b c'
'a' 'b c'
'a' 'b c'
## END
## status: 0

#### an array that was never assigned has no length under nounset
set -u; b=(); echo "${#b[@]}"; declare -a a; (echo "${#a[@]}") 2>&1; (echo "${#missing[@]}") 2>&1; echo $?
## STDOUT:
0
bash: line 1: a: unbound variable
bash: line 1: missing: unbound variable
1
## END
## status: 0

