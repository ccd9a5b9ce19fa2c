/// Writes content lines, folded at 75 bytes between characters' code points (RFC 5545, 3.1).
struct LineWriter {
    private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - parameters: Names and values, in order. Values are quoted and escaped here.
    ///   - value: As it stands in the file; ``EscapedText`` makes it harmless.
    mutating func line(_ name: String, _ parameters: [(String, String)] = [], _ value: String) {
        var text = name
        for (name, value) in parameters { text += ";\(name)=\(EscapedText.parameter(value))" }
        text += ":\(value)"
        fold(Array(text.utf8))
    }

    /// A TEXT property, unless there is none.
    mutating func text(_ name: String, _ text: String?) {
        if let text { line(name, [], EscapedText.value(text)) }
    }

    private mutating func fold(_ line: [UInt8]) {
        var start = 0
        var room = 75
        while line.count - start > room {
            var end = start + room
            while end > start, line[end] & 0xC0 == 0x80 { end -= 1 }
            bytes += line[start..<end]
            bytes += [0x0D, 0x0A, 0x20]
            (start, room) = (end, 74)
        }
        bytes += line[start...]
        bytes += [0x0D, 0x0A]
    }
}
