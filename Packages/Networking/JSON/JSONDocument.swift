import Foundation
import OrbitModels

/// A scanned document, shared by the readers of its parts.
final class JSONDocument {
    let bytes: [UInt8]
    let entries: ContiguousArray<JSONTape.Entry>
    /// The decoder of the values that this reader does not read itself.
    let fallbackDecoder: JSONDecoder
    let userInfo: [CodingUserInfoKey: Any]
    /// Whether a member that is null is an error, even if it may be missing.
    let refusesNull: Bool
    private let tape: JSONTape

    init(_ tape: JSONTape, fallbackDecoder: JSONDecoder, refusesNull: Bool) {
        self.tape = tape
        self.refusesNull = refusesNull
        (bytes, entries) = (tape.bytes, tape.entries)
        self.fallbackDecoder = fallbackDecoder
        userInfo = fallbackDecoder.userInfo
    }

    /// Returns the place after the value at `place` and all values in it.
    func next(after place: Int) -> Int { place &+ Int(entries[place].span) }

    /// Returns the bytes of a number, or those of a text between its quotation marks.
    func content(_ entry: JSONTape.Entry) -> Range<Int> { Int(entry.start)..<(Int(entry.start) + Int(entry.length)) }

    /// Returns the bytes of a number or a text as a document of its own.
    func source(at place: Int) -> Data {
        let content = content(entries[place])
        let marks = entries[place].kind == .text ? 1 : 0
        return Data(bytes[(content.lowerBound - marks)..<(content.upperBound + marks)])
    }

    /// Returns the text or the name at `place`, or `nil` for any other kind of value.
    func text(at place: Int) -> String? {
        let entry = entries[place]
        guard entry.kind == .text else { return nil }
        guard entry.isPlain else { return tape.text(entry) }
        return bytes.withUnsafeBufferPointer { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[content(entry)]), as: UTF8.self)
        }
    }

    /// Returns the texts of the list at `place`, or `nil` if the value is not a list of texts.
    func texts(at place: Int) -> [String]? {
        let list = entries[place]
        guard list.kind == .list else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(Int(list.length))
        for element in (place + 1)..<next(after: place) {
            guard let text = text(at: element) else { return nil }
            texts.append(text)
        }
        return texts
    }
}
