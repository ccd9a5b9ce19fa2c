#if os(Linux)
    import Networking

    extension HostileCase {
        static let redirects: [HostileCase] =
            [
                "http://127.0.0.1:1/", "https://127.0.0.1/", "//127.0.0.2/", "http://localhost/", "file:///etc/passwd",
                "ftp://127.0.0.1/", "gopher://127.0.0.1/", "javascript:alert(1)", "data:,{}", "mailto:a@b.example",
                "http://user:word@127.0.0.1/", "//user@127.0.0.1/", "http:///etc/passwd", "dict://127.0.0.1:11211/stat",
            ].map { location in
                HostileCase(
                    "redirect to \(location)",
                    "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n",
                    .refused([.redirectRefused]))
            } + [
                HostileCase("a redirect to itself", .refused([.redirectRefused])) {
                    $0.response(302, "Location: /bad")
                },
                HostileCase(
                    "a redirect that breaks off", "HTTP/1.1 302 Found\r\nLocation: /bad", .refused([.connectionLost])),
                HostileCase(
                    "a redirect with a body without end", after: "HTTP/1.1 302 Found\r\nLocation: /good\r\n\r\n",
                    forEver: "{}", .refused([tooLarge])),
                HostileCase(
                    "two places",
                    "HTTP/1.1 302 Found\r\nLocation: /good\r\nLocation: //127.0.0.2/\r\nContent-Length: 0\r\n\r\n",
                    .either("{}")),
                HostileCase(
                    "a place of 60 kB",
                    "HTTP/1.1 302 Found\r\nLocation: /\(String(repeating: "a", count: 60_000))\r\nContent-Length: 0\r\n\r\n",
                    .either("{}")),
                HostileCase(
                    "a place with spaces and a line",
                    "HTTP/1.1 302 Found\r\nLocation: /a b\t\\c%0d%0aX:%201\r\nContent-Length: 0\r\n\r\n", .either("{}")),
            ]
    }
#endif
