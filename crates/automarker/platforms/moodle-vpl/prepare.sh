# The files of the package are moved to a folder: beside the submission, VPL deletes them
# before it runs vpl_execution.
rm -rf .automarker vpl_execution
mkdir .automarker
mv automarker automarker-cases.tar automarker-course.toml .automarker 2> /dev/null
cat > .automarker/sums <<'END_OF_SUMS'
@SUMS@
END_OF_SUMS
# A submitted file may stand where VPL should have put one of these.
(cd .automarker && chmod u+x automarker && sha256sum -c sums > /dev/null 2>&1) ||
    rm -f .automarker/automarker
