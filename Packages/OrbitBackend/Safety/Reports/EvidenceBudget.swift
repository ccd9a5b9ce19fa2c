import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The budget of the evidence in one reporter's reports, in bytes. It has a limit for a day, and a limit for the 800
/// days for which evidence is stored. Evidence beyond it is left out. The report itself is stored.
///
/// No report is refused for its evidence. A refusal would reveal whether a photo exists, and whether another person has
/// reported it before.
///
/// Both limits count in units, and each report uses whole units. The smallest evidence uses one unit. A person can send
/// 150 reports on a day, and the smallest evidence of all of them fits. On the fourth such day, it exceeds the 512
/// units of the longer limit. A report that extends the storage of a photo uses no budget of photos.
struct EvidenceBudget {
    /// The limits of texts, profiles and meetups: 640 KiB within a day, and 2 MiB within 800 days. 2 MiB are the
    /// largest evidence of 35 reports, or the smallest evidence of 512 reports.
    static let words = RateLimit(
        name: "evidence-words",
        tiers: [.init(count: 160, window: 86_400), .init(count: 512, window: EvidenceRecord.retention)])
    static let bytesPerTextUnit = 4_096
    /// The limits of photos: 24 MiB within a day, and 48 MiB within 800 days. 48 MiB are all photos of one profile at
    /// the largest size, or some hundred of the usual size. A photo that is stored already uses no budget.
    static let photos = RateLimit(
        name: "evidence-photos",
        tiers: [.init(count: photosOfDay, window: 86_400), .init(count: 192, window: EvidencePhotoRecord.retention)])
    static let bytesPerPhotoUnit = 262_144
    /// The limit of photos that are the subject of a report. It applies to a day alone. So a person with large photos
    /// cannot use up the reporter's budget for 800 days.
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
        maxWords = try Self.bytesPerTextUnit * Self.words.room(for: reporter.rawValue, in: reader, now: now)
        let recent = try Self.photos.times(of: reporter.rawValue, in: reader, now: now)
            .count { now.timeIntervalSince($0) < 86_400 }
        let room = try Self.reportedPhotos.room(for: reporter.rawValue, in: reader, now: now) - recent
        maxPhotosOfDay = Self.bytesPerPhotoUnit * max(0, room)
        maxPhotos = try Self.bytesPerPhotoUnit * Self.photos.room(for: reporter.rawValue, in: reader, now: now)
    }

    /// Uses budget for a text.
    ///
    /// - Parameter bytes: The size of the encoded text.
    /// - Returns: Whether the budget was sufficient.
    mutating func take(words bytes: Int) -> Bool { take(bytes, \.usedWords, of: maxWords) }

    /// Uses budget for a new photo.
    ///
    /// - Parameters:
    ///   - bytes: The size of the photo.
    ///   - isReported: Whether the photo itself is reported.
    /// - Returns: Whether the budget was sufficient.
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
    mutating func resetIsExceeded() -> Bool {
        defer { isExceeded = false }
        return isExceeded
    }

    /// Records the used budget.
    func record(in transaction: any StoreTransaction) throws {
        for (limit, used, unit) in [
            (Self.words, usedWords, Self.bytesPerTextUnit), (Self.photos, usedPhotos, Self.bytesPerPhotoUnit),
            (Self.reportedPhotos, usedReportedPhotos, Self.bytesPerPhotoUnit),
        ] where used > 0 {
            try limit.record(reporter, times: (used + unit - 1) / unit, in: transaction, now: now)
        }
    }
}
