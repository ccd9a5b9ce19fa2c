package import Foundation
import OrbitModels

/// A writer of logs as JSON, with sorted keys. It copies the data of events, which is JSON already.
package struct LogJSON: Sendable {
    private var text: JSONText

    package init(capacity: Int = 256) {
        text = JSONText(capacity: capacity)
    }

    /// The written text. O(n).
    package var bytes: Data { Data(text.bytes) }

    package var isEmpty: Bool { text.bytes.isEmpty }

    package mutating func add(_ json: StaticString) { text.add(json) }

    package mutating func add(_ json: Data) { text.bytes.append(contentsOf: json) }

    package mutating func add(_ number: Int) { text.add(number) }

    /// Adds a text as a JSON string (RFC 8259 §7).
    package mutating func add(quoting string: String) { text.add(quoting: string) }

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
