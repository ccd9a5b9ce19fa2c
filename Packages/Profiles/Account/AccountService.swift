public import Foundation
public import Networking

/// The routes of what becomes of an account.
public enum AccountRoutes {
    /// All that the caller has given, as one file; see `Docs/export.md`.
    public static let export = Route(.get, "/users/me/export")
    /// Erases the caller's account, within 15 minutes of a sign-in.
    public static let erase = Route(.delete, "/users/me")

    /// All routes of this area.
    public static let all = [export, erase]
}

/// What becomes of the user's account: a copy of all they have given, and the end of it.
///
/// ```swift
/// try await account.export().write(to: file)
/// try await account.erase()
/// ```
public struct AccountService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// The archive, as a file of JSON; see `Docs/export.md`. At most three times in an hour.
    public func export() async throws -> Data {
        try await client.content(of: Endpoint(AccountRoutes.export))
    }

    /// Erases the account. It cannot be undone, and no session is left.
    ///
    /// - Throws: a problem with code `sign_in_again` if the sign-in is more than 15 minutes ago.
    public func erase() async throws {
        try await client.perform(Endpoint(AccountRoutes.erase))
    }
}
