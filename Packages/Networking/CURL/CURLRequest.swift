#if os(Linux)
    import Foundation

    extension HTTPRequest {
        /// The address as text, in a form in which no two parsers find different hosts; `nil` if this is impossible.
        var curlAddress: String? {
            guard let scheme = url.scheme, url.user() == nil, url.password() == nil,
                let host = url.host(percentEncoded: true), !host.isEmpty
            else { return nil }
            let path = url.path(percentEncoded: true)
            let target = (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
            guard target.utf8.first == UInt8(ascii: "/"), target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let place = Self.place(host)
            else { return nil }
            return "\(scheme)://\(place)\(url.port.map { ":\($0)" } ?? "")\(target)"
        }

        /// Returns the host for the address: a name or number of letters, digits, dots, hyphens and underscores, or an
        /// IPv6 address in brackets. Returns `nil` for all other hosts.
        private static func place(_ host: String) -> String? {
            let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
            if bare.utf8.contains(UInt8(ascii: ":")) {
                return bare.utf8.allSatisfy { isAlphanumeric($0) || ":.".utf8.contains($0) } ? "[\(bare)]" : nil
            }
            return bare == host && host.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) } ? host : nil
        }

        private static func isAlphanumeric(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }

        /// Returns the lines of the header in libcurl's form. No line contains a line break, because ``HTTPHeaders``
        /// refuses them.
        func curlFields(unpacks: Bool) -> [String] {
            var lines = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
            lines.append("expect:")  // an empty value removes the field that libcurl would add
            if headers[.contentType] == nil { lines.append("content-type:") }
            let isCodingOpen = !headers.fields.contains { $0.name.description == "accept-encoding" }
            if unpacks, isCodingOpen { lines.append("accept-encoding: gzip") }
            return lines
        }
    }
#endif
