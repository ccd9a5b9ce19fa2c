#if os(Linux)
    import Foundation

    /// The head of a response, collected line by line. Interim heads (1xx) and trailers count towards the size limit
    /// and are dropped.
    struct CURLHead {
        /// The bytes of the last head, with line ends.
        private(set) var bytes: [UInt8] = []
        /// Whether the empty line that ends the head has arrived.
        private(set) var isWhole = false
        private var count = 0
        private var length: [UInt8]?

        /// Appends a line.
        ///
        /// - Returns: The reason to refuse the response, or `nil` if it is valid so far.
        mutating func append(line: UnsafeRawBufferPointer) -> TransportError? {
            count += line.count
            guard count <= CURLLimits.headBytes else { return .responseTooLarge(limit: CURLLimits.headBytes) }
            if isWhole { return nil }
            guard takesLength(of: line) else { return .malformedResponse }
            bytes.append(contentsOf: line)
            guard line.count <= 2, line.last == UInt8(ascii: "\n") else { return nil }
            if let status = Self.status(in: bytes), (100..<200).contains(status), status != 101 {
                bytes = []
                length = nil
            } else {
                isWhole = true
            }
            return nil
        }

        /// Whether the line is not a `Content-Length` field, or is one whose decimal length agrees with all earlier
        /// lengths (RFC 9112 §6.3).
        private mutating func takesLength(of line: UnsafeRawBufferPointer) -> Bool {
            // libcurl reads `0x2` as 0, and uses the last of several lengths.
            let name = Array("content-length".utf8)
            guard line.count > name.count, zip(line, name).allSatisfy({ $0 | 0x20 == $1 }),
                let (_, value) = Self.split(Array(line)[...])
            else { return true }
            guard !value.isEmpty, value.allSatisfy(Self.isDigit), length == nil || length == Array(value) else {
                return false
            }
            length = Array(value)
            return true
        }

        /// Returns the response with the status and fields of a complete head, or `nil` without a status of three
        /// digits.
        static func response(_ bytes: [UInt8], body: Data) -> HTTPResponse? {
            guard let status = status(in: bytes), status >= 100 else { return nil }
            var fields: [(name: String, value: String)] = []
            for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
                if let first = line.first, isSpace(first), first != 0x0D {
                    continueLast(of: &fields, with: line)
                } else if let (name, value) = split(line) {
                    fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
                }
            }
            return HTTPResponse(status: status, headers: HTTPHeaders(lenient: fields), body: body)
        }

        /// Appends a folded line to the last field, with a space between the two parts (RFC 9112 §5.2).
        private static func continueLast(of fields: inout [(name: String, value: String)], with line: ArraySlice<UInt8>)
        {
            let rest = trimmed(line)
            guard var last = fields.popLast(), !rest.isEmpty else { return }
            last.value += (last.value.isEmpty ? "" : " ") + String(decoding: rest, as: UTF8.self)
            fields.append(last)
        }

        private static func status(in bytes: [UInt8]) -> Int? {
            guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
            let digits = bytes[(space + 1)...].prefix { isDigit($0) }
            return digits.count == 3 ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
        }

        private static func split(_ line: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return (line[..<colon], trimmed(line[(colon + 1)...]))
        }

        private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            var text = text.drop(while: isSpace)
            while let last = text.last, isSpace(last) { text.removeLast() }
            return text
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

        private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }
    }
#endif
