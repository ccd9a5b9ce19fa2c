import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// A photo a person has sent. Its bytes are its blob.
struct PhotoRecord: BlobRecord, BackendRecord {
    static let table = "photos"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection(
                    "photos", of: "Profiles", "A photo: id, media type, upload time, and the bytes in base64")
            ) { photo, exporting in
                try exporting.reader.blob(Self.self, photo.key).map {
                    ExportedPhoto(id: photo.id, mediaType: photo.mediaType, createdAt: photo.createdAt, content: $0)
                }
            })
    }
    static let byOwner = "owner"

    let owner: UserID
    let id: PhotoID
    let mediaType: String
    let createdAt: Date

    var key: String { Self.key(of: id, owner: owner) }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byOwner, group: owner.rawValue, at: createdAt)] }

    static func key(of id: PhotoID, owner: UserID) -> String { "\(owner)/\(id)" }

    func save(_ bytes: Data, in transaction: any StoreTransaction) throws {
        try transaction.put(self)
        try transaction.putBlob(bytes, of: Self.self, key)
    }
}

/// The photos a person has sent: those in their profile, and those that no saved profile names yet.
struct PhotoAlbum: Sendable {
    /// The seconds for which a photo that no saved profile names keeps its place in a full album.
    private static let patience: TimeInterval = 3_600

    let owner: UserID
    let basePath: String

    /// Returns the identifier of a photo. It depends only on owner and content, so a photo that is sent twice is stored
    /// once.
    ///
    /// - Parameter content: A hash of the bytes.
    func identifier(for content: String) -> PhotoID {
        PhotoID(ContentHash.hexadecimal([owner.rawValue, content]))
    }

    /// Returns a photo as profiles contain it.
    func photo(_ id: PhotoID) -> Photo {
        Photo(id: id, url: "\(basePath)/users/\(owner)/photos/\(id)")
    }

    /// Returns the records, oldest first.
    func records(in reader: any StoreReader) throws -> [PhotoRecord] {
        try reader.list(PhotoRecord.self, IndexQuery(PhotoRecord.byOwner, group: owner.rawValue))
    }

    /// Stores a photo.
    ///
    /// - Parameters:
    ///   - bytes: The content of the photo.
    ///   - record: The record of the photo.
    ///   - shown: The photos in the saved profile.
    ///   - transaction: The transaction of the upload.
    /// - Returns: `false` if the album is full.
    func add(
        _ bytes: Data, as record: PhotoRecord, shown: Set<PhotoID>, in transaction: any StoreTransaction
    ) throws -> Bool {
        let records = try records(in: transaction)
        if records.contains(where: { $0.id == record.id }) { return true }
        if records.count >= Limits.photos.upperBound {
            let abandoned = records.first {
                !shown.contains($0.id) && record.createdAt.timeIntervalSince($0.createdAt) > Self.patience
            }
            guard let abandoned else { return false }
            try remove([abandoned.id], in: transaction)
        }
        try record.save(bytes, in: transaction)
        return true
    }

    func remove(_ photos: Set<PhotoID>, in transaction: any StoreTransaction) throws {
        for id in photos {
            try transaction.delete(PhotoRecord.self, PhotoRecord.key(of: id, owner: owner))
        }
    }
}

/// A photo with its bytes.
struct ExportedPhoto: Codable, Sendable {
    let id: PhotoID
    let mediaType: String
    let createdAt: Date
    /// In base64 (RFC 4648 §4).
    let content: Data

    enum CodingKeys: String, CodingKey {
        case id, content
        case mediaType = "media_type"
        case createdAt = "created_at"
    }
}
