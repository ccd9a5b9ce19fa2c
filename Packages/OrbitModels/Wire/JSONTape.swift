/// A JSON document with the places of its values in the order of the text. ``StrictJSON`` creates it.
///
/// The entry of a list or an object is followed by the entries of its contents. It stores their number, so that a
/// reader can skip the contents in constant time. The name of a member precedes its value.
///
/// An entry takes 16 bytes. ``maxEntries`` limits a tape to 8 MiB, or to twice the size of its document if that is
/// more.
package struct JSONTape: Sendable {
    /// A value or the name of a member.
    package struct Entry: Sendable {
        /// The kind of an entry.
        package enum Kind: UInt8, Sendable {
            case null, yes, no, number, text, list, object
        }

        package let kind: Kind
        /// Whether the entry has the simple form of its kind:
        /// - a text is ASCII without escapes,
        /// - all names of an object are such texts,
        /// - a number has only digits, after an optional minus sign.
        package fileprivate(set) var isPlain: Bool
        /// The offset of the first byte. For a text it is the byte after the quotation mark.
        package let start: UInt32
        /// The length in bytes, for a text without its quotation marks. For a list or an object it is the number of
        /// elements or members.
        package fileprivate(set) var length: UInt32
        /// The number of entries from this entry to the next entry that is not a part of it.
        package fileprivate(set) var span: UInt32
    }

    package let bytes: [UInt8]
    /// The maximum number of entries: half a million, or one for each eight bytes of a document of more than 4 MiB. A
    /// document of at most 1 MiB never exceeds it.
    let maxEntries: Int
    package private(set) var entries: ContiguousArray<Entry> = []

    /// - Parameter bytes: The document, smaller than 4 GB.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        maxEntries = max(524_288, bytes.count / 8)
        entries.reserveCapacity(bytes.count / 16 + 1)
    }

    mutating func add(_ kind: Entry.Kind, isPlain: Bool = true, from start: Int, to end: Int) {
        entries.append(
            Entry(
                kind: kind, isPlain: isPlain, start: UInt32(truncatingIfNeeded: start),
                length: UInt32(truncatingIfNeeded: end &- start), span: 1))
    }

    /// Completes the entry of a list or an object at `place` after its contents have been added.
    mutating func close(_ place: Int, length: UInt32, isPlain: Bool = true) {
        entries[place].length = length
        entries[place].isPlain = isPlain
        entries[place].span = UInt32(truncatingIfNeeded: entries.count &- place)
    }

    /// Returns the content of a text or the name of a member.
    package func text(_ entry: Entry) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.start) + Int(entry.length)])
            guard !entry.isPlain, raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
            return Self.unescaped(raw)
        }
    }

    /// Returns a text in which each escape is replaced by its character.
    ///
    /// - Parameter raw: The scanned text, in which each escape is valid. A scalar takes fewer bytes than its escape.
    private static func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: raw.count) { room in
            var reader = ByteReader(raw)
            var count = 0
            while let byte = reader.peek {
                if byte == UInt8(ascii: "\\"), let scalar = reader.takeEscape() {
                    for unit in scalar.utf8 {
                        room[count] = unit
                        count += 1
                    }
                } else {
                    room[count] = byte
                    count += 1
                    reader.skip()
                }
            }
            return count
        }
    }
}
