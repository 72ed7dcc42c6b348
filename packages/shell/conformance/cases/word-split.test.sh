#### a separator that is not whitespace keeps empty parameters
IFS=x; set -- a '' b
for i in $@; do echo "[$i]"; done
## STDOUT:
[a]
[]
[b]
## END
## status: 0

#### empty parameters disappear with the default IFS
set -- a '' b
for i in $@; do echo "[$i]"; done
## STDOUT:
[a]
[b]
## END
## status: 0

#### whitespace and another separator count as one
IFS=' :'; v='a : b::c'
for i in $v; do echo "[$i]"; done
## STDOUT:
[a]
[b]
[]
[c]
## END
## status: 0

#### $* joins with the first character of IFS
IFS=-:; set -- a b c
echo "$*"
## STDOUT:
a-b-c
## END
## status: 0

