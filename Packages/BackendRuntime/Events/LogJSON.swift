package import Foundation
import OrbitModels

/// A writer of logs as JSON, with sorted keys. It copies the data of events, which is JSON already.
package struct LogJSON: Sendable {
    // Appending a byte to an array takes a tenth of the time that it takes for `Data`.
    private var buffer: [UInt8] = []

    package init(capacity: Int = 256) {
        buffer.reserveCapacity(capacity)
    }

    /// The written text. O(n).
    package var bytes: Data { Data(buffer) }

    package var isEmpty: Bool { buffer.isEmpty }

    package mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    }

    package mutating func add(_ json: Data) { buffer.append(contentsOf: json) }

    package mutating func add(_ number: Int) { buffer.append(contentsOf: String(number).utf8) }

    /// Adds a text as a JSON string (RFC 8259 §7).
    package mutating func add(quoting text: String) {
        buffer.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.needsEscape) {
            for byte in text.utf8 { addEscaped(byte) }
        } else {
            buffer.append(contentsOf: text.utf8)  // nearly all texts are identifiers and dates
        }
        buffer.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func addEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0..<0x20: buffer.append(contentsOf: "\\u00\([byte].hexadecimal)".utf8)
        default: buffer.append(byte)
        }
    }

    package mutating func add(_ events: [LogEntry]) {
        add("[")
        for (place, event) in events.enumerated() {
            if place > 0 { add(",") }
            add(event)
        }
        add("]")
    }

    package mutating func add(_ slice: StoredSlice) {
        add(#"{"at":"#)
        add(quoting: slice.at.description)
        if !slice.events.isEmpty {
            add(#","events":"#)
            add(slice.events)
        }
        if slice.isResync { add(#","resync":true"#) }
        add("}")
    }

    private mutating func add(_ event: LogEntry) {
        add("{")
        if let action = event.action {
            add(#""action":"#)
            add(quoting: action)
            add(",")
        }
        add(#""at":"#)
        add(quoting: event.at.wireText)
        if let data = event.data {
            add(#","data":"#)
            add(data)
        }
        add(#","seq":"#)
        add(event.seq)
        if let subject = event.subject {
            add(#","subject":"#)
            add(quoting: subject.rawValue)
        }
        if !event.touches.isEmpty {
            add(#","touches":["#)
            for (place, name) in event.touches.enumerated() {
                if place > 0 { add(",") }
                add(quoting: name.rawValue)
            }
            add("]")
        }
        add(#","type":"#)
        add(quoting: event.kind.rawValue)
        add("}")
    }
}

extension Date {
    /// The text by RFC 3339. A date outside the years 0 to 9999 gets the nearest date in range.
    fileprivate var wireText: String {
        RFC3339.string(from: self)
            ?? (timeIntervalSince1970 < 0 ? "0000-01-01T00:00:00Z" : "9999-12-31T23:59:59.999Z")
    }
}
