public import Foundation
public import Networking

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
