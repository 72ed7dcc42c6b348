#### an unset parameter takes its default
echo "${x:-default}" "${x-d}" "${x:+set}"
## STDOUT:
default d 
## END
## status: 0

#### a slice counts characters
s='añb😀c'; echo "${#s} ${s:1:3} ${s: -2}"
## STDOUT:
5 ñb😀 😀c
## END
## status: 0

#### shortest and longest matches are removed
p=/a/b/c.tar.gz; echo "${p#*/} ${p##*/} ${p%.*} ${p%%.*}"
## STDOUT:
a/b/c.tar.gz c.tar.gz /a/b/c.tar /a/b/c
## END
## status: 0

#### replacements use the match
s=banana; echo "${s/an/<&>} ${s//a/_} ${s/#b/B} ${s/%a/A}"
## STDOUT:
b<an>ana b_n_n_ Banana bananA
## END
## status: 0

#### a list in quotes keeps its fields
set -- 'a b' '' c; printf '<%s>' "$@"; echo; printf '<%s>' "$*"; echo
## STDOUT:
<a b><><c>
<a b  c>
## END
## status: 0

#### results are split at IFS
IFS=:; x='a::b:'; printf '<%s>' $x; echo
## STDOUT:
<a><><b>
## END
## status: 0

#### braces make words
echo {a,b}{1..3} {01..03} {c..a}
## STDOUT:
a1 a2 a3 b1 b2 b3 01 02 03 c b a
## END
## status: 0

#### arithmetic wraps at 64 bits
echo $((9223372036854775807 + 1)) $((2**63 - 1)) $((7 / -2)) $((-7 % 3))
## STDOUT:
-9223372036854775808 9223372036854775807 -3 -1
## END
## status: 0

#### array elements and indexes
a=(x y z); a[5]=w; echo "${a[@]} ${!a[@]} ${#a[@]} ${a[-1]} ${a[@]:1:2}"
## STDOUT:
x y z w 0 1 2 5 4 w y z
## END
## status: 0

#### associative arrays keep their keys
declare -A m=([one]=1 [two]=2); m[three]=3; echo "${m[two]} ${#m[@]} ${m[three]}"
## STDOUT:
2 3 3
## END
## status: 0

#### times are in the zone of an exported TZ
unset TZ; export TZ=EST5
printf '%(%H %z %Z)T\n' 0
TZ=CET-1 printf '%(%H %Z|%5d|%-d|%V|%N|%%N)T\n' 0
prompt='\D{%Z}'; echo "${prompt@P}"
## STDOUT:
19 -0500 EST
01 CET|00001|1|01|%N|%N
EST
## END
## status: 0

