import BackendRuntime
import Connections
public import Foundation
import Meetups
import OrbitModels
import Safety

/// An archive, as far as it can be imported: what the person has given alone. What stands between them and others needs
/// the others.
struct Archive: Decodable {
    /// Six photos in base64, and ten thousand records.
    static let mostBytes = 80 * 1_048_576

    let userID: UserID
    let account: ExportedAccount
    let sections: Sections

    struct Sections: Decodable {
        let account: [ExportedAccount]
        let photos: [ExportedPhoto]?
        let taste: [ExportedTaste]?
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
        guard file.count <= mostBytes else { throw ArchiveError.tooLarge(limit: mostBytes) }
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

/// Why an archive cannot be imported. Nothing of it was.
@nonexhaustive public enum ArchiveError: Error, Hashable, Sendable {
    /// It has more bytes than are read.
    case tooLarge(limit: Int)
    /// It is no JSON, names a member twice, or lacks what an archive has.
    case unreadable
    /// It is of another format, or of a version that is not known.
    case unsupported
    /// Something in a section is wrong: a value that no form would accept, something twice, or something that is not
    /// the person's own.
    case invalid(section: String)
    /// There is an account of this address or id already, or something in the store has an id of the archive.
    case taken(section: String)
    /// The account of the archive was erased here, and its erasure still runs. It would delete the imported records
    /// too. Import the archive again once `OrbitBackend.doDueWork()` has run.
    case erasing
}

extension ArchiveError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .tooLarge(let limit): "The archive has more than \(limit) bytes. Choose the file that was exported."
        case .unreadable: "This is no whole archive. Choose the file that was exported."
        case .unsupported: "The archive is of another version. Export it anew."
        case .invalid(let section): "Something under \(section) was changed since the export. Export it anew."
        case .taken(let section): "What the archive has under \(section) exists already. Import it into a fresh store."
        case .erasing: "The earlier account is still being erased. Import the archive again in a minute."
        }
    }
}
