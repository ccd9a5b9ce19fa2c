/// A JSON document and where each of its values stands, in the order of the text: what ``StrictJSON`` leaves behind.
///
/// A list or an object is followed by all that is in it, and knows how many entries that is, so that it can be skipped
/// at once. The name of a member stands before its value.
///
/// An entry takes 16 bytes. As ``maxEntries`` bounds them, a tape takes at most twice the size of its document, or 8 MiB.
package struct JSONTape: Sendable {
    /// A value or the name of a member.
    package struct Entry: Sendable {
        /// What it is.
        package enum Kind: UInt8, Sendable {
            case null, yes, no, number, text, list, object
        }

        package let kind: Kind
        /// Of a text, whether it is ASCII without escapes; of an object, whether all of its names are; of a number,
        /// whether it has digits only, after a sign at most.
        package fileprivate(set) var isPlain: Bool
        /// The place of its first byte, of a text after the quotation mark.
        package let start: UInt32
        /// In bytes, a text without its quotation marks; of a list or an object, the elements or members.
        package fileprivate(set) var length: UInt32
        /// The entries from this one to the next that is not a part of it.
        package fileprivate(set) var span: UInt32
    }

    package let bytes: [UInt8]
    /// The most entries: half a million, or one for each eight bytes of a document of more than 4 MiB. A document of at
    /// most 1 MiB never reaches it.
    let maxEntries: Int
    package private(set) var entries: ContiguousArray<Entry> = []

    /// - Parameter bytes: fewer than 4 GB.
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

    /// Says what has been added since the entry at `place`, a list or an object.
    mutating func close(_ place: Int, length: UInt32, isPlain: Bool = true) {
        entries[place].length = length
        entries[place].isPlain = isPlain
        entries[place].span = UInt32(truncatingIfNeeded: entries.count &- place)
    }

    /// The content of a text or the name of a member.
    package func text(_ entry: Entry) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.start) + Int(entry.length)])
            guard !entry.isPlain, raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
            return Self.unescaped(raw)
        }
    }

    /// - Parameter raw: has been scanned, so that each escape stands for a scalar. It takes fewer bytes than its escape.
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
