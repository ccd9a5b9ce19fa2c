import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The room for the evidence of one reporter's reports, in bytes: within a day, and within the 800 days for which
/// evidence is stored. Evidence beyond it is left out, the report itself is kept.
///
/// No report is refused for its evidence. A refusal would state whether a photo exists, and whether another person has
/// reported it before. Both limits count in units: each report uses whole ones. The smallest evidence of each of a
/// day's 150 reports fits, until the fourth such day exceeds the 512 units of the longer limit. A report that extends
/// the storage of a photo uses no room.
struct EvidenceBudget {
    /// 640 KiB of texts, profiles and meetups within a day, and 2 MiB within 800 days: the largest evidence of 35
    /// reports, or the smallest of 512.
    static let words = RateLimit(
        name: "evidence-words",
        tiers: [.init(count: 160, window: 86_400), .init(count: 512, window: EvidenceRecord.retention)])
    static let bytesOfWords = 4_096
    /// 24 MiB of photos within a day, and 48 MiB within 800 days: all photos of one profile at the largest size, or
    /// some hundred of the usual size. A photo that is kept already costs nothing.
    static let photos = RateLimit(
        name: "evidence-photos",
        tiers: [.init(count: photosOfDay, window: 86_400), .init(count: 192, window: EvidencePhotoRecord.retention)])
    static let bytesOfPhotos = 262_144
    /// Photos that are reported themselves. They use the room of a day alone, so that a person with large photos cannot
    /// use up the reporter's room for 800 days.
    static let reportedPhotos = RateLimit(
        name: "evidence-reported-photos", tiers: [.init(count: photosOfDay, window: 86_400)])
    private static let photosOfDay = 96

    private let reporter: String
    private let now: Date
    private let maxWords: Int
    private let maxPhotos: Int
    private let maxPhotosOfDay: Int
    private var usedWords = 0
    private var usedPhotos = 0
    private var usedReportedPhotos = 0
    private var isExceeded = false

    init(of reporter: UserID, in reader: any StoreReader, now: Date) throws {
        (self.reporter, self.now) = (reporter.rawValue, now)
        maxWords = try Self.bytesOfWords * Self.words.room(for: reporter.rawValue, in: reader, now: now)
        let recent = try Self.photos.times(of: reporter.rawValue, in: reader, now: now)
            .count { now.timeIntervalSince($0) < 86_400 }
        let room = try Self.reportedPhotos.room(for: reporter.rawValue, in: reader, now: now) - recent
        maxPhotosOfDay = Self.bytesOfPhotos * max(0, room)
        maxPhotos = try Self.bytesOfPhotos * Self.photos.room(for: reporter.rawValue, in: reader, now: now)
    }

    /// Takes room for a text; returns whether there was enough.
    mutating func take(words bytes: Int) -> Bool { take(bytes, \.usedWords, of: maxWords) }

    /// Takes room for a new photo; returns whether there was enough.
    ///
    /// - Parameters:
    ///   - bytes: The size of the photo.
    ///   - isReported: Whether the photo itself is reported.
    mutating func take(photo bytes: Int, isReported: Bool = false) -> Bool {
        if isReported { return take(bytes, \.usedReportedPhotos, of: maxPhotosOfDay - usedPhotos) }
        return take(bytes, \.usedPhotos, of: min(maxPhotos, maxPhotosOfDay - usedReportedPhotos))
    }

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
            (Self.reportedPhotos, usedReportedPhotos, Self.bytesOfPhotos),
        ] where used > 0 {
            try limit.record(reporter, times: (used + unit - 1) / unit, in: transaction, now: now)
        }
    }
}
