#### DEBUG runs before each simple command of a pipeline
trap 'echo "D $LINENO"' DEBUG
true | true
case x in x) echo in ;; esac
## STDOUT:
D 2
D 2
D 3
D 3
in
## END
## status: 0

#### ERR reports the line of a pipeline
trap 'echo "E $LINENO"' ERR

false | false
(false) | (false)
## STDOUT:
E 3
E 4
E 4
## END
## status: 1

#### an ERR trap runs for a failure in a DEBUG trap
trap 'echo err' ERR
trap 'false' DEBUG
true
## STDOUT:
err
## END
## status: 0

#### an EXIT trap sees the status
(trap 'echo $?' EXIT; (exit 3))
## STDOUT:
3
## END
## status: 3

