#### fields go to names
echo "a b  c d " | { read x y z; echo "[$x][$y][$z]"; }; echo "a" | { read x y; echo "[$x][$y]"; }; echo " lead trail " | { read; echo "[$REPLY]"; }; echo " lead trail " | { read v; echo "[$v]"; }
## STDOUT:
[a][b][c d]
[a][]
[ lead trail ]
[lead trail]
## END
## status: 0

#### separators
IFS=: read a b c <<< "1:2:3:4"; echo "$a|$b|$c"; IFS=: read a b <<< "1:2:"; echo "$a|$b"; IFS=, read -a arr <<< "x,,y"; declare -p arr; IFS=" :" read a b <<< "1 : 2 : 3"; echo "$a|$b"
## STDOUT:
1|2|3:4
1|2
declare -a arr=([0]="x" [1]="" [2]="y")
1|2 : 3
## END
## status: 0

#### backslashes and raw lines
printf "a\\b c\\\nd\n" | { read x; echo "$x"; }; printf "a\\b\n" | { read -r x; echo "$x"; }; printf "a\\ b c\n" | { read x y; echo "$x|$y"; }
## STDOUT:
a cnd
a
a b|c
## END
## status: 0

#### delimiters and counts
printf "a;b;c" | { read -d ";" x; read -d ";" y; echo $x $y; read -d ";" z; echo $? $z; }; echo abcdef | { read -n 3 x; read -N 2 y; read z; echo $x $y $z; }; printf "ab\ncd" | { read -N 4 x; echo "${#x}"; }; printf "a\0b\0" | { read -d "" x; read -d "" y; echo $x$y; }
## STDOUT:
a b
1 c
abc de f
4
ab
## END
## status: 0

#### the end of input
read x < /dev/null; echo $? "[$x]"; printf "no newline" | { read x; echo $? "$x"; }; printf "l1\nl2\n" | while read x; do echo "<$x>"; done; while read -r x || [[ $x ]]; do echo "{$x}"; done < <(printf "a\nb")
## STDOUT:
1 []
1 no newline
<l1>
<l2>
{a}
{b}
## END
## status: 0

#### descriptors and prompts
exec 3< <(printf "one\ntwo\n"); read -u 3 a; read -u 3 b; echo $a $b; read -p "prompt" c <<< x; echo $c; read -t 0.01 d < <(sleep 1); echo $?; read -u 9 x; echo $?
## STDOUT:
one two
x
142
1
## END
## status: 0

#### mistakes
read 1x <<< a; echo $?; read -n x y <<< a; echo $?; read -t abc x <<< a; echo $?; readonly ro=1; read ro <<< 2; echo $? $ro; read -Z; echo $?
## STDOUT:
1
1
1
1 1
2
## END
## status: 0

#### into arrays and elements
read -a a <<< "x y z"; echo ${#a[@]} ${a[2]}; read "a[1]" b <<< "new rest of"; echo ${a[1]} "$b"; declare -A m; read "m[k]" <<< v; echo ${m[k]}
## STDOUT:
3 z
new rest of
v
## END
## status: 0

#### lines are left for others
printf "1\n2\n3\n" | { read a; cat; }; printf "1\n2\n3\n" > f; { read a; head -n 1; } < f; exec 4<f; read -u4 x; cat <&4
## STDOUT:
2
3
2
2
3
## END
## status: 0

#### select
select x in a b c; do echo "got $x $REPLY"; [[ $x == c ]] && break; done <<< $'2\n9\n3' 2>/dev/null; echo $x; select y; do :; done <<< ""; PS3="? "; set -- p q; select z; do echo $z; break; done <<< 1 2>&1
## STDOUT:
got b 2
got  9
got c 3
c
1) p
2) q
? p
## END
## status: 0

#### getopts
f() { local OPTIND=1 o; while getopts ":ab:c" o "$@"; do echo "$o ${OPTARG-none} $OPTIND"; done; shift $((OPTIND-1)); echo "rest: $*"; }; f -a -b val -c x y; f -ac -bval; f -z -b; f -- -a; f
## STDOUT:
a none 2
b val 4
c none 5
rest: x y
a none 1
c none 2
b val 3
rest: 
? z 2
: b 3
rest: 
rest: -a
rest: 
## END
## status: 0

#### getopts says what is wrong
g() { OPTIND=1; while getopts "ab:" o; do echo "$o ${OPTARG-none}"; done; }; g -q 2>&1 | sed "s/.*: //"; g -b 2>&1 | sed "s/.*: //"; g -a -a; echo $?
## STDOUT:
illegal option -- q
? none
option requires an argument -- b
? none
a none
a none
0
## END
## status: 0

