@echo off
rem The command line of the packaged program. A script waits for a program with windows; a prompt would not.
setlocal
"%~dp0..\..\Mailroom.exe" -- %*
exit /b %ERRORLEVEL%
