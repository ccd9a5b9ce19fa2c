import Foundation
import OrbitModels
import OrbitStore

/// The room for the evidence of one reporter's reports, in bytes: within a day, and of all that is stored at one time.
/// Evidence beyond it is left out, the report itself is kept.
///
/// No report is refused for its evidence. A refusal would state whether a photo exists, and whether another person has
/// reported it before. Both limits count in units: each report uses whole ones. The smallest evidence of every report of a
/// day fits.
struct EvidenceBudget {
    /// 640 KiB of texts, profiles and meetups within a day, and 2 MiB stored: the largest evidence of 35 reports, or the
    /// smallest of 512.
    static let words = RateLimit(
        name: "evidence-words",
        tiers: [.init(count: 160, window: 86_400), .init(count: 512, window: EvidenceRecord.retention)])
    static let bytesOfWords = 4_096
    /// 24 MiB of photos within a day, and 48 MiB stored: all photos of one profile at the largest size, or some hundred of
    /// the usual size. A photo that is kept already costs nothing.
    static let photos = RateLimit(
        name: "evidence-photos",
        tiers: [.init(count: 96, window: 86_400), .init(count: 192, window: EvidencePhotoRecord.retention)])
    static let bytesOfPhotos = 262_144

    private let reporter: String
    private let now: Date
    private let maxWords: Int
    private let maxPhotos: Int
    private var usedWords = 0
    private var usedPhotos = 0
    private var isExceeded = false

    init(of reporter: UserID, in reader: any StoreReader, now: Date) throws {
        (self.reporter, self.now) = (reporter.rawValue, now)
        maxWords = try Self.bytesOfWords * Self.words.room(for: reporter.rawValue, in: reader, now: now)
        maxPhotos = try Self.bytesOfPhotos * Self.photos.room(for: reporter.rawValue, in: reader, now: now)
    }

    /// Takes room for a text; returns whether there was enough.
    mutating func take(words bytes: Int) -> Bool { take(bytes, \.usedWords, of: maxWords) }

    /// Takes room for a new photo; returns whether there was enough.
    mutating func take(photo bytes: Int) -> Bool { take(bytes, \.usedPhotos, of: maxPhotos) }

    private mutating func take(_ bytes: Int, _ used: WritableKeyPath<Self, Int>, of most: Int) -> Bool {
        let hasRoom = bytes <= most - self[keyPath: used]
        if hasRoom { self[keyPath: used] += bytes } else { isExceeded = true }
        return hasRoom
    }

    /// Returns whether something has been left out since the last call.
    mutating func takeIsExceeded() -> Bool {
        defer { isExceeded = false }
        return isExceeded
    }

    /// Counts the room that was taken.
    func record(in transaction: any StoreTransaction) throws {
        for (limit, used, unit) in [
            (Self.words, usedWords, Self.bytesOfWords), (Self.photos, usedPhotos, Self.bytesOfPhotos),
        ] where used > 0 {
            try limit.record(reporter, times: (used + unit - 1) / unit, in: transaction, now: now)
        }
    }
}
