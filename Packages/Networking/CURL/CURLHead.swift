#if os(Linux)
    import Foundation

    /// The lines of a response's head, as they arrive: interim heads (1xx) and trailers are counted and dropped.
    struct CURLHead {
        /// Of the last head, with line ends.
        private(set) var bytes: [UInt8] = []
        /// Whether the empty line has come that ends it.
        private(set) var isWhole = false
        private var count = 0

        /// - Returns: `false` if there is too much.
        mutating func append(line: UnsafeRawBufferPointer) -> Bool {
            count += line.count
            guard count <= CURLLimits.headBytes else { return false }
            if isWhole { return true }
            bytes.append(contentsOf: line)
            guard line.count <= 2, line.last == UInt8(ascii: "\n") else { return true }
            if let status = Self.status(in: bytes), (100..<200).contains(status), status != 101 {
                bytes = []
            } else {
                isWhole = true
            }
            return true
        }

        /// The status and fields of a whole head; `nil` if there is no status of three digits.
        static func response(_ bytes: [UInt8], body: Data) -> HTTPResponse? {
            guard let status = status(in: bytes) else { return nil }
            let lines = bytes.split(separator: UInt8(ascii: "\n")).dropFirst()
            let fields = lines.lazy.compactMap(field)
            return HTTPResponse(status: status, headers: HTTPHeaders(lenient: fields), body: body)
        }

        private static func status(in bytes: [UInt8]) -> Int? {
            guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
            let digits = bytes[(space + 1)...].prefix { isDigit($0) }
            return digits.count == 3 ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
        }

        private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            var value = line[(colon + 1)...]
            while let first = value.first, isSpace(first) { value.removeFirst() }
            while let last = value.last, isSpace(last) { value.removeLast() }
            return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    }
#endif
