import Foundation

/// Parses a stream of bytes into server-sent events (WHATWG HTML §9.2). The network may split the bytes anywhere.
///
/// The parser holds at most one line and one message in memory, and throws if either is too long.
struct ServerSentEventParser {
    /// One server-sent event.
    struct ServerSentEvent: Equatable {
        /// The name of the event; `message` if the server gave no name.
        let name: String
        let data: String
        /// The identifier of the last message that had an identifier; empty before.
        let id: String
    }

    enum Item: Equatable {
        case message(ServerSentEvent)
        /// A line without data, which shows that the connection is alive.
        case comment
        /// The time to wait before the next attempt.
        case retry(milliseconds: Int)
    }

    /// The maximum length of a line in bytes. A longer line ends the stream.
    static let lineLimit = 1 << 20
    /// The maximum length of the data of a message in bytes. A longer message ends the stream.
    static let messageLimit = 4 << 20
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var line: [UInt8] = []
    private var isFirstLine = true
    private var endsWithCarriageReturn = false
    private var message = Message()
    private var lastID = ""

    /// Adds bytes and returns the items that they complete.
    ///
    /// - Throws: `EventTransportError.malformed` if a line or a message is too long.
    mutating func append(_ data: Data) throws(EventTransportError) -> [Item] {
        var items: [Item] = []
        let bytes = [UInt8](data)
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == Self.lineFeed || byte == Self.carriageReturn {
            let endsCarriageReturn = endsWithCarriageReturn && index == start && byte == Self.lineFeed
            endsWithCarriageReturn = byte == Self.carriageReturn
            if !endsCarriageReturn {
                try extendLine(by: bytes[start..<index])
                if let item = try endLine() { items.append(item) }
            }
            start = index + 1
        }
        if start < bytes.count {
            endsWithCarriageReturn = false
            try extendLine(by: bytes[start...])
        }
        return items
    }

    private mutating func extendLine(by bytes: ArraySlice<UInt8>) throws(EventTransportError) {
        guard line.count + bytes.count <= Self.lineLimit else { throw .malformed(reason: "a line is too long") }
        line.append(contentsOf: bytes)
    }

    private mutating func endLine() throws(EventTransportError) -> Item? {
        defer {
            isFirstLine = false
            line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
        }
        var text = line[...]
        if isFirstLine, text.starts(with: Self.byteOrderMark) { text = text.dropFirst(3) }
        guard let first = text.first else { return endMessage() }
        if first == Self.colon { return .comment }
        guard let colon = text.firstIndex(of: Self.colon) else { return try take(field: text, value: []) }
        var value = text[text.index(after: colon)...]
        if value.first == Self.space { value = value.dropFirst() }
        return try take(field: text[..<colon], value: value)
    }

    private mutating func take(
        field: ArraySlice<UInt8>, value: ArraySlice<UInt8>
    ) throws(EventTransportError) -> Item? {
        switch String(decoding: field, as: UTF8.self) {
        case "data":
            guard message.data.count + value.count < Self.messageLimit else {
                throw .malformed(reason: "a message is too long")
            }
            message.data.append(contentsOf: value)
            message.data.append(Self.lineFeed)
        case "event":
            message.name = String(decoding: value, as: UTF8.self)
        case "id":
            if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
        case "retry":
            guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return .retry(milliseconds: Int(String(decoding: value, as: UTF8.self)) ?? .max)
        default:
            break  // a field of a later version of the format
        }
        return nil
    }

    /// Returns the message, or `nil` if it has no data.
    private mutating func endMessage() -> Item? {
        defer { message = Message() }
        guard !message.data.isEmpty else { return nil }
        let data = String(decoding: message.data.dropLast(), as: UTF8.self)  // replaces invalid UTF-8
        return .message(ServerSentEvent(name: message.name.isEmpty ? "message" : message.name, data: data, id: lastID))
    }

    private struct Message {
        var name = ""
        var data: [UInt8] = []
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let colon = UInt8(ascii: ":")
    private static let space = UInt8(ascii: " ")
}
