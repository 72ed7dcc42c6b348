#### associative arrays list their keys in bash's order
declare -A a; for k in one two three four five six; do a[$k]=1; done
echo "${!a[@]}"
## STDOUT:
four two three six one five
## END
## status: 0

#### a subscript that unset gets as text is expanded
declare -A a=([k]=1 [l]=2); key=k
unset 'a[$key]'
echo "${!a[@]}"
## STDOUT:
l
## END
## status: 0

#### test -v expands a subscript
declare -A a=([k]=''); key=k
test -v 'a[$key]'; echo $?
[[ -v a[x] ]]; echo $?
## STDOUT:
0
1
## END
## status: 0

#### brace expansion in an element makes words
a=(x{1,2} [5]=y)
declare -p a
## STDOUT:
declare -a a=([0]="x1" [1]="x2" [5]="y")
## END
## status: 0

#### += in a list appends to the old element
declare -A a=([h]=1)
a+=([h]+=2)
echo "${a[h]}"
## STDOUT:
12
## END
## status: 0

#### a list through a reference to an element is refused
a=(1 2); declare -n r='a[0]'
r=(3 4)
echo $? "${a[@]}"
## STDOUT:
1 1 2
## END
## status: 0

#### elements, keys and counts
a=(x y z); a[5]=w; echo "${a[@]}" ${!a[@]} ${#a[@]} ${a[-1]} ${#a[0]}; unset "a[1]"; echo ${!a[@]}; unset a[-1]; echo ${a[@]}
## STDOUT:
x y z w 0 1 2 5 4 w 1
0 2 5
x z
## END
## status: 0

#### appending
a=(1); a+=(2 3); a[1]+=x; a+=y; echo "${a[@]}"; b+=(n); echo ${b[@]}; s=t; s+=(u); echo ${s[@]}
## STDOUT:
1y 2x 3
n
t u
## END
## status: 0

#### keys in the list
a=([2]=c [0]=a b [5]=f g); declare -p a; i=1; b=([i+1]=x [i]=y); declare -p b
## STDOUT:
declare -a a=([0]="a" [1]="b" [2]="c" [5]="f" [6]="g")
declare -a b=([1]="y" [2]="x")
## END
## status: 0

#### slices
a=(a b c d e); echo ${a[@]:1:2} ${a[@]: -2} ${a[@]:3}; a[10]=k; echo ${a[@]:5} / ${a[@]:4:2}
## STDOUT:
b c d e d e
k / e k
## END
## status: 0

#### copies keep words
a=("x y" "" z); b=("${a[@]}"); echo ${#b[@]}; c=(${a[@]}); echo ${#c[@]}; d=("${a[*]}"); echo ${#d[@]}
## STDOUT:
3
3
1
## END
## status: 0

#### associative arrays
declare -A m; m[a]=1; m["b c"]=2; m+=([d]=3); k=a; echo ${m[$k]} "${m[b c]}" ${#m[@]} ${m[d]} [${m[x]}]; unset "m[a]"; for k in "${!m[@]}"; do echo "$k"; done | sort; [[ -v m[d] ]] && echo has
## STDOUT:
1 2 3 3 []
b c
d
has
## END
## status: 0

#### associative lists of pairs
declare -A m=(a 1 b 2); echo ${m[a]} ${m[b]} ${#m[@]}; declare -A n=([x]="1 2" [y]=-{p,q}-); echo "${n[x]}" ${n[y]}
## STDOUT:
1 2 2
1 2 -{p,q}-
## END
## status: 0

#### declare -p shows arrays
a=(1 "b c" $'t\tn'); declare -p a; declare -A m=([k]="v w"); declare -p m; declare -a e=(); declare -p e; declare -a f; declare -p f
## STDOUT:
declare -a a=([0]="1" [1]="b c" [2]=$'t\tn')
declare -A m=([k]="v w" )
declare -a e=()
declare -a f
## END
## status: 0

#### a scalar is element zero
s=str; echo ${s[0]} ${s[@]} ${#s[@]} [${s[1]}]; s[2]=x; declare -p s; a=(q r); a=z; declare -p a
## STDOUT:
str str 1 []
declare -a s=([0]="str" [2]="x")
declare -a a=([0]="z" [1]="r")
## END
## status: 0

#### negative subscripts
a=(1 2 3); a[-1]=x; echo ${a[@]} ${a[-2]}; echo ${a[-5]}; a[-9]=1; echo $?
## STDOUT:
1 2 x 2

## END
## status: 1

#### read-only and exported arrays
readonly -a r=(1 2); r[0]=x; echo $? ${r[@]}; declare -ra q=(a); declare -p q
## STDOUT:
## END
## status: 1

#### arrays in functions are local
a=(g); f() { local a=(l m); a+=(n); echo ${a[@]}; local -A m=([k]=1); echo ${m[k]}; }; f; echo ${a[@]} ${m[k]-none}
## STDOUT:
l m n
1
g none
## END
## status: 0

#### mapfile reads lines
printf "a\nb c\n\nd" >f; mapfile l <f; echo ${#l[@]}; printf "<%s>" "${l[@]}"; echo; mapfile -t l <f; printf "<%s>" "${l[@]}"; echo; mapfile -t -s 1 -n 2 l <f; declare -p l; mapfile -t -O 5 l <f; echo ${!l[@]}; mapfile -d " " -t w <<<"x y z"; declare -p w
## STDOUT:
4
<a
><b c
><
><d>
<a><b c><><d>
declare -a l=([0]="b c" [1]="")
0 1 5 6 7 8
declare -a w=([0]="x" [1]="y" [2]=$'z\n')
## END
## status: 0

#### mapfile calls back
cb() { echo "cb $1 $2"; }; printf "%s\n" a b c d | { mapfile -t -C cb -c 2 l; echo ${l[@]}; }
## STDOUT:
cb 1 b
cb 3 d
a b c d
## END
## status: 0

#### loops over keys
a=(z y x); for i in "${!a[@]}"; do echo "$i=${a[i]}"; done; for i in ${!none[@]}; do echo no; done
## STDOUT:
0=z
1=y
2=x
## END
## status: 0

#### unset of a whole array
a=(1 2); unset a; echo ${#a[@]} ${a-none}; b=(1 2 3); unset b[0]; echo ${b-none} ${b[@]}; unset "b[@]"; echo ${#b[@]}
## STDOUT:
0 none
none 2 3
0
## END
## status: 0

#### quoted star joins and at does not
a=(1 "2 3"); IFS=,; echo "${a[*]}" "${a[@]}"; printf "[%s]" "${a[@]/#/x}"; echo; x="${a[@]}"; echo "$x"
## STDOUT:
1,2 3 1 2 3
[x1][x2 3]
1 2 3
## END
## status: 0

#### name references
x=1; declare -n r=x; r=2; echo $x $r; declare -n s=a[1]; a=(p q); s=w; echo ${a[@]}; f() { local -n out=$1; out=(1 2 3); }; f res; echo ${res[@]}; unset -n r; echo ${r-none} $x; declare -p s
## STDOUT:
2 2
p w
1 2 3
none 2
declare -n s="a[1]"
## END
## status: 0

#### references in loops and to arrays
a=1 b=2; declare -n v; for v in a b; do echo $v; v=x; done; echo $a $b; declare -n q=arr; q=(1 2); q+=(3); echo ${#q[@]} ${arr[2]} ${!q}
## STDOUT:
1
2
x x
3 3 arr
## END
## status: 0

#### bad array subscripts
declare -A m; m[]=1; echo $?; a[]=2; echo $?; echo ${m[]} 2>/dev/null; echo end
## STDOUT:
## END
## status: 1

