import BackendRuntime
public import Foundation
import OrbitStore
import TimeAndChance
public import Validation

extension OrbitBackend {
    /// Returns the archive of an account, for the operator's tools. No route gives it to another person.
    ///
    /// The archive has the same bytes as that of `GET /users/me/export`, without its rate limit. It is created while it
    /// is read, and needs memory for one photo at a time. It also contains the data of a suspended person, who cannot
    /// sign in.
    ///
    /// ```swift
    /// guard let archive = try await backend.archive(of: EmailAddress("maya@stanford.edu")) else { return }
    /// for try await part in archive { try file.write(contentsOf: part) }
    /// ```
    ///
    /// The stream throws `HTTPProblem` with the status 404 if the account is erased before the end, and `StoreError`.
    /// The parts before are then not an archive.
    ///
    /// - Parameter email: An address that signs in to the account.
    /// - Returns: The parts of the file; `nil` if no account has this address.
    /// - Throws: `StoreError`.
    public func archive(of email: EmailAddress) async throws -> AsyncThrowingStream<Data, any Error>? {
        guard let account = try await context.store.read({ try AccountRecord.find(email, in: $0) }) else { return nil }
        let archive = ExportArchive(of: account, at: context.time.date, context) { reader in
            guard try AccountRecord.own(account.id, in: reader) != nil else { throw HTTPProblem.notFound }
        }
        return AsyncThrowingStream(unfolding: { try await archive.next() })
    }

    /// Erases an account, for the operator's tools, such as after a request by letter. It cannot be undone.
    ///
    /// It does the same as `DELETE /users/me`, without a session. A suspension of the person also applies to a later
    /// account of the same mailbox. The account is deleted when the function returns. A job erases the remaining
    /// records: ``runScheduledWork()`` and ``work()`` run it.
    ///
    /// - Parameter email: An address that signs in to the account.
    /// - Returns: Whether an account had this address.
    /// - Throws: `StoreError` if the store fails. Nothing has changed then.
    public func erase(_ email: EmailAddress) async throws -> Bool {
        let context = context
        return try await context.commit(at: context.time.date) { transaction in
            guard let account = try AccountRecord.find(email, in: transaction)?.endingSuspensions(in: transaction)
            else { return false }
            try account.erase(context, in: transaction)
            return true
        }
    }
}
