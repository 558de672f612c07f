#!/bin/sh
# VPL runs this, and then the vpl_execution that this makes: it shows the result of the
# public cases.
{
@PREPARE@
cat > vpl_execution <<'END_OF_EXECUTION'
@TRIAL@
END_OF_EXECUTION
chmod u+x vpl_execution
exit 0
}
