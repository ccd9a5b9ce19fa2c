/// A reader that splits a file into lines and joins folded lines.
///
/// It joins bytes before they are decoded, because a fold may split a character. Lines end with CRLF or LF (RFC 5545,
/// 3.1; LF alone is common).
struct LineReader {
    struct Line {
        var bytes: [UInt8]
        /// The number of the first line, from 1.
        let number: Int
        var isTooLong = false
        var hasStrayReturn = false
    }

    private let bytes: [UInt8]
    private let limit: Int
    private var position: Int
    private var number = 0

    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next line that is not empty.
    mutating func next() -> Line? {
        while position < bytes.count {
            var line = Line(bytes: [], number: number + 1)
            append(to: &line)
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
                position += 1
                append(to: &line)
            }
            if !line.bytes.isEmpty || line.isTooLong { return line }
        }
        return nil
    }

    private mutating func append(to line: inout Line) {
        let start = position
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        var end = position
        position += 1
        number += 1
        while end > start, bytes[end - 1] == 0x0D { end -= 1 }
        if line.bytes.count + end - start > limit {
            line.isTooLong = true
            line.bytes = []
        }
        guard !line.isTooLong else { return }
        if bytes[start..<end].contains(0x0D) { line.hasStrayReturn = true }
        line.bytes += bytes[start..<end]
    }
}
