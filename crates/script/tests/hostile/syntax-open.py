open("/etc/passwd")
