#### strings and patterns
[[ abc == a* ]] && echo 1; [[ abc == "a*" ]] || echo 2; [[ abc != b* ]] && echo 3; [[ a < b ]] && echo 4; [[ -z "" && -n x ]] && echo 5; p="a*"; [[ abc == $p ]] && echo 6; [[ abc == "$p" ]] || echo 7
## STDOUT:
1
2
3
4
5
6
7
## END
## status: 0

#### regular expressions and groups
[[ foo123 =~ ^([a-z]+)([0-9]+)$ ]] && echo "${BASH_REMATCH[@]}"; [[ abc =~ b ]] && echo ${BASH_REMATCH[0]}; re="a|b"; [[ b =~ $re ]] && echo r; [[ "a.c" =~ a\.c ]] && echo dot; [[ abc =~ "a.c" ]] || echo quoted; [[ x =~ y ]]; echo $? ${#BASH_REMATCH[@]}
## STDOUT:
foo123 foo 123
b
r
dot
quoted
1 0
## END
## status: 0

#### the longest alternative wins
[[ abcd =~ a|ab|abc ]] && echo ${BASH_REMATCH[0]}; [[ xaaay =~ (a|aa)+ ]] && echo ${BASH_REMATCH[0]} ${BASH_REMATCH[1]}; [[ foobar =~ (foo)?(bar)?(baz)? ]]; echo ${#BASH_REMATCH[@]} "<${BASH_REMATCH[3]}>"
## STDOUT:
abc
aaa a
4 <>
## END
## status: 0

#### numbers
[[ 10 -gt 9 ]] && echo a; [[ 010 -eq 8 ]] && echo b; [[ 1+1 -eq 2 ]] && echo c; x=5; [[ x -eq 5 ]] && echo d; [ 10 -gt 9 ] && echo e; [ 010 -eq 10 ] && echo f
## STDOUT:
a
b
c
d
e
f
## END
## status: 0

#### files
touch f; mkdir d; ln -s f l; echo x >full; chmod +x full; [[ -e f && -f f && ! -d f && -d d && -L l && -h l && -s full && ! -s f && -x full && -r f ]] && echo ok; [[ f -ef l ]] && echo same; [[ -e none ]] || echo none
## STDOUT:
ok
same
none
## END
## status: 0

#### newer and older
touch -d 2020-01-01 old; touch new; [ new -nt old ] && echo nt; [ old -ot new ] && echo ot; [ new -nt none ] && echo missing
## STDOUT:
nt
ot
missing
## END
## status: 0

#### variables and options
x=1; a=(1); declare -A m=([k]=v); [[ -v x && ! -v y && -v a[0] && ! -v a[1] && -v m[k] ]] && echo v; set -o noglob; [[ -o noglob && ! -o errexit ]] && echo o; declare -n r=x; [[ -R r ]] && echo R
## STDOUT:
v
o
R
## END
## status: 0

#### grouping and negation
[[ ! ( a == b || c == d ) && x ]] && echo 1; [ ! a = b -a c = c ] && echo 2; [ \( a = b -o c = c \) ] && echo 3; ! [[ a ]] || echo 4
## STDOUT:
1
2
3
4
## END
## status: 0

#### test by number of arguments
test; echo $?; test x; echo $?; test ""; echo $?; test ! x; echo $?; test -n; echo $?; test -z ""; echo $?; test = ; echo $?; test a = a; echo $?; test ! a = b; echo $?
## STDOUT:
1
0
1
1
0
0
0
0
0
## END
## status: 0

#### mistakes give status 2
[ a -eq b ]; echo $?; [ 1 -eq ]; echo $?; [ a b ]; echo $?; [ x; echo $?; test a b c; echo $?; [ -q x ]; echo $?
## STDOUT:
2
2
2
2
2
2
## END
## status: 0

#### words are not split in double brackets
x="a b"; [[ $x == "a b" ]] && echo 1; [[ -n $u ]] || echo 2; touch s; [[ s* == "s*" ]] && echo 3
## STDOUT:
1
2
3
## END
## status: 0

#### nocasematch
shopt -s nocasematch; [[ ABC == abc ]] && echo 1; [[ ABC =~ b ]] && echo 2; case Foo in foo) echo 3 ;; esac; x=Hello; echo ${x/h/J}
## STDOUT:
1
2
3
Jello
## END
## status: 0

#### terminals
[ -t 0 ] || echo no0; [ -t 9 ] || echo no9; [[ -t 1 ]] < /dev/null || echo no1; [ -p /dev/stdin ] ; :
## STDOUT:
no0
no9
no1
## END
## status: 0

#### a regular expression that is none gives status 2
for r in '(' '[' '*' 'a{' '{1}' 'a|*b' '(*a)' '^*' 'a{x'; do [[ a =~ $r ]]; echo "$r $?"; done
## STDOUT:
( 2
[ 2
* 2
a{ 2
{1} 2
a|*b 2
(*a) 2
^* 2
a{x 2
## END
## status: 0

#### a pattern in a condition has no endless way
x=aaaaaaaaaaaaaaaa; [[ $x =~ ^(a+)+b$ ]]; echo $?; shopt -s extglob
[[ $x == *(a|aa)b ]]; echo $?
## STDOUT:
1
1
## END
## status: 0

