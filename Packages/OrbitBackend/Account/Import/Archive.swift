import BackendRuntime
import Connections
public import Foundation
import Meetups
import OrbitModels
import Safety

/// The part of an archive that can be imported: the data that only the person has given. Data that involves other
/// people cannot be imported without them.
struct Archive: Decodable {
    /// The size of six photos in base64, and ten thousand records.
    static let maxBytes = 80 * 1_048_576

    let userID: UserID
    let account: ExportedAccount
    let sections: Sections

    struct Sections: Decodable {
        let account: [ExportedAccount]
        let photos: [ExportedPhoto]?
        let taste: [ExportedPreferences]?
        let seen: [ExportedSeen]?
        let pairing: [ExportedPairing]?
        let blocks: [BlockedPerson]?
        let mutes: [MutedPerson]?
        let hosted: [ExportedMeetup]?
        let posts: [MeetupPost]?
        let consent: [SuggestionConsent]?

        /// The sections that are imported.
        enum CodingKeys: String, CodingKey, CaseIterable {
            case account, photos, taste, seen, pairing, blocks, mutes, posts
            case hosted = "meetups_hosted"
            case consent = "suggestion_consent"
        }
    }

    private struct Head: Decodable {
        let format: String
        let version: Int
    }

    private enum CodingKeys: String, CodingKey {
        case sections
        case userID = "user_id"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        userID = try container.decode(UserID.self, forKey: .userID)
        sections = try container.decode(Sections.self, forKey: .sections)
        guard sections.account.count == 1, let account = sections.account.first, account.userID == userID else {
            throw ArchiveError.invalid(section: "account")
        }
        self.account = account
    }

    /// - Throws: ``ArchiveError``.
    static func read(_ file: Data) throws -> Archive {
        guard file.count <= maxBytes else { throw ArchiveError.tooLarge(limit: maxBytes) }
        do {
            try StrictJSON.check(file, of: .request)
            let head = try OrbitJSON.decoder.decode(Head.self, from: file)
            guard head.format == "orbit-export", head.version == ExportArchive.version else {
                throw ArchiveError.unsupported
            }
            return try OrbitJSON.decoder.decode(Archive.self, from: file)
        } catch let error as ArchiveError {
            throw error
        } catch {
            throw ArchiveError.unreadable
        }
    }
}

/// The reason why an archive cannot be imported. Nothing of the archive is stored.
@nonexhaustive public enum ArchiveError: Error, Hashable, Sendable {
    /// The archive has more bytes than the limit.
    case tooLarge(limit: Int)
    /// The file is not valid JSON, repeats a member, or lacks a member of an archive.
    case unreadable
    /// The file has another format, or an unknown version.
    case unsupported
    /// A section has an invalid element: a value that no form accepts, a duplicate, or data that is not the person's
    /// own.
    case invalid(section: String)
    /// An account with this address or id exists already, or another record in the store has an id of the archive.
    case taken(section: String)
    /// The account of the archive was erased here, and its erasure still runs. The erasure would delete the imported
    /// records, too. Import the archive again after `OrbitBackend.runScheduledWork()` has run.
    case erasing
}

extension ArchiveError: LocalizedError {
    /// The reason and the next step for people, in English.
    public var errorDescription: String? {
        switch self {
        case .tooLarge(let limit): "The archive has more than \(limit) bytes. Choose the exported file."
        case .unreadable: "This file is not a complete archive. Choose the exported file."
        case .unsupported: "The archive has another version. Export it again."
        case .invalid(let section): "Part of \(section) was changed after the export. Export it again."
        case .taken(let section): "The store already has \(section) of the archive. Import it into an empty store."
        case .erasing: "The store is still erasing the earlier account. Import the archive again in a minute."
        }
    }
}
