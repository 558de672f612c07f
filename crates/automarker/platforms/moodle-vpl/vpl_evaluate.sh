#!/bin/sh
# VPL runs this, and then the vpl_execution that this makes: it marks a submission.
{
@PREPARE@
cat > vpl_execution <<'END_OF_EXECUTION'
@EXECUTION@
END_OF_EXECUTION
chmod u+x vpl_execution
exit 0
}
