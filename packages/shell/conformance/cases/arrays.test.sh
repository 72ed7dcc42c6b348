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

