public import DurableFiles
import Foundation
import OrbitModels

/// Keeps the draft of the profile form in a private file.
public struct ProfileDraftStore: Sendable {
    private let file: DurableFile

    /// Creates a store that keeps the draft in `file`.
    public init(file: DurableFile) {
        self.file = file
    }

    /// The draft of this person; `nil` if there is none, if it is another person's, or if it cannot be read:
    /// the form then starts from the saved profile.
    func draft(of user: UserID) async -> ProfileDraft? {
        guard case .value(let stored) = await file.read(),
            let draft = try? OrbitJSON.decoder.decode(ProfileDraft.self, from: stored.payload),  // as above
            draft.userID == user
        else { return nil }
        return draft
    }

    func save(_ draft: ProfileDraft) async throws {
        try await file.write(try OrbitJSON.encoder.encode(draft))
    }

    /// Removes the draft, of whichever person it is.
    public func remove() async throws {
        try await file.remove()
    }
}
