import DurableFiles
import Foundation
import Networking
import OrbitModels

/// The content of the lists and resources of one person, with the position of the log that it belongs to.
///
/// One file contains all of it, so that one write replaces the position and the lists together. The payload consists of
/// the length of the index (4 bytes, big-endian), the index as JSON, and the bodies of the parts as JSON, in the order
/// of the index.
struct StoredSnapshot: Sendable {
    /// The description of one list or resource.
    struct Part: Codable, Sendable {
        /// The name under which the list or resource takes part.
        let name: String
        /// The length of the body in bytes.
        let length: Int
        /// The position of each segment of the body.
        let positions: [LogPosition]
        /// The last time at which the content was current.
        let currentAt: Date
        /// The last time at which a screen has requested the content.
        let shownAt: Date

        private enum CodingKeys: String, CodingKey {
            case name, length, positions
            case currentAt = "current_at"
            case shownAt = "shown_at"
        }
    }

    private struct Index: Codable {
        let version: Int
        let owner: UserID
        let at: LogPosition?
        let parts: [Part]
    }

    /// The person whose content this is.
    let owner: UserID
    /// The position of the log; `nil` from a server without a log.
    let at: LogPosition?
    /// The descriptions and the bodies.
    let parts: [(part: Part, body: Data)]

    /// The version of the format. Content of another version is not read.
    static let version = 1
    private static let prefixLength = 4
    /// The maximum length of the index in bytes. It has about 200 bytes for each part.
    private static let maxIndexLength = 1 << 18

    init(owner: UserID, at: LogPosition?, parts: [(part: Part, body: Data)]) {
        (self.owner, self.at, self.parts) = (owner, at, parts)
    }

    /// Reads a payload.
    ///
    /// - Returns: `nil` if the payload is damaged, or if another version has written it.
    init?(decoding payload: Data) {
        let bytes = Data(payload)  // begins at index 0
        guard bytes.count >= Self.prefixLength else { return nil }
        let length = bytes.prefix(Self.prefixLength).reduce(0) { $0 << 8 | Int($1) }
        guard length <= min(bytes.count - Self.prefixLength, Self.maxIndexLength) else { return nil }
        var start = Self.prefixLength + length
        guard
            // A damaged index counts as missing, as documented.
            let index = try? JSONReader().decode(Index.self, from: bytes.subdata(in: Self.prefixLength..<start)),
            index.version == Self.version
        else { return nil }
        var parts: [(part: Part, body: Data)] = []
        for part in index.parts {
            guard part.length >= 0, part.length <= bytes.count - start else { return nil }
            parts.append((part, bytes.subdata(in: start..<(start + part.length))))
            start += part.length
        }
        guard start == bytes.count else { return nil }
        self.init(owner: index.owner, at: index.at, parts: parts)
    }

    /// Returns the payload with as many parts as fit.
    ///
    /// - Parameter limit: The maximum length in bytes. A part that does not fit is left out, and later parts may fit.
    /// - Returns: The payload; `nil` if no part fits.
    /// - Throws: `EncodingError` if a date is outside the years 0 to 9999.
    func encoded(upTo limit: Int) throws -> Data? {
        var (chosen, left) = ([Data](), limit - Self.prefixLength - Self.sizeOfEmptyIndex(at: at, of: owner))
        var fitting: [Part] = []
        for (part, body) in parts {
            let size = body.count + Self.size(of: part)
            guard size <= left else { continue }
            left -= size
            fitting.append(part)
            chosen.append(body)
        }
        guard !fitting.isEmpty else { return nil }
        let index = try OrbitJSON.encoder.encode(
            Index(version: Self.version, owner: owner, at: at, parts: fitting))
        var payload = Data(withUnsafeBytes(of: UInt32(clamping: index.count).bigEndian) { Array($0) })
        payload.reserveCapacity(payload.count + index.count + chosen.reduce(0) { $0 + $1.count })
        payload.append(index)
        for body in chosen { payload.append(body) }
        return payload
    }

    /// The maximum length of a part in the index. A character of a name takes at most six bytes in JSON.
    private static func size(of part: Part) -> Int {
        200 + part.name.utf8.count * 6 + part.positions.reduce(0) { $0 + $1.epoch.utf8.count * 6 + 24 }
    }

    private static func sizeOfEmptyIndex(at position: LogPosition?, of owner: UserID) -> Int {
        100 + owner.rawValue.utf8.count * 6 + (position?.epoch.utf8.count ?? 0) * 6 + 24
    }
}

extension StoredSnapshot {
    /// Reads the content of a person from a file. Content that cannot be used is ignored:
    ///
    /// - A damaged file is quarantined, because a write never replaces an unreadable file.
    /// - A file of another person is removed.
    /// - A file of another version is replaced by the next write.
    ///
    /// - Returns: `nil` if there is no usable content.
    @concurrent static func read(from file: DurableFile, of owner: UserID) async -> StoredSnapshot? {
        switch await file.read() {
        case .value(let stored):
            guard let snapshot = StoredSnapshot(decoding: stored.payload) else { return nil }
            guard snapshot.owner == owner else {
                // If the removal fails, the next write replaces the content.
                try? await file.remove()
                return nil
            }
            return snapshot
        case .corrupt:
            // If this fails as well, nothing is stored, and the lists load as usual.
            _ = try? await file.quarantine()
            return nil
        case .absent, .unavailable, .insecure:
            return nil
        }
    }
}
