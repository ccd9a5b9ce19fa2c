import Foundation
import Networking
import TimeAndChance

/// What every operation stands on.
struct Context: Sendable {
    let store: any BackendStore
    let time: any TimeSource
    let random: RandomSource
    let configuration: OrbitBackend.Configuration
    let directory: CampusDirectory

    init(
        store: any BackendStore, time: any TimeSource, random: RandomSource,
        configuration: OrbitBackend.Configuration
    ) {
        self.store = store
        self.time = time
        self.random = random
        self.configuration = configuration
        directory = CampusDirectory()
    }

    var digest: SecretDigest { configuration.digest }

    /// What all paths begin with, without a slash at the end.
    var basePath: String { configuration.basePath.split(separator: "/").map { "/\($0)" }.joined() }

    /// 128 random bits: nobody guesses one.
    func newIdentifier() -> String { random.bytes(16).hexadecimal }

    /// 256 random bits.
    func newToken() -> String { random.bytes(32).hexadecimal }

    var operations: [Operation] {
        [
            SendCode(context: self).operation, VerifyCode(context: self).operation,
            RefreshSession(context: self).operation, Logout(context: self).operation,
            ReadMe(context: self).operation, UpdateMe(context: self).operation, ReadPerson(context: self).operation,
            UploadPhoto(context: self).operation, ReadPhoto(context: self).operation,
        ] + discoverOperations + pokeOperations + matchOperations + BlockUser(context: self).operations
    }
}

extension Context {
    private var discoverOperations: [Operation] {
        [DiscoverPeople(context: self).operation, NoteSeen(context: self).operation]
            + ShowLess(context: self).operations + SetDealbreakers(context: self).operations
    }

    private var pokeOperations: [Operation] {
        [SendPoke(context: self).operation, ClearPokes(context: self).operation]
            + ListPokes(context: self).operations + AnswerPoke(context: self).operations
    }

    private var matchOperations: [Operation] {
        [ListMatches(context: self).operation, DisconnectMatch(context: self).operation]
            + TodaysMatch(context: self).operations
    }
}

extension Context {
    /// An operation for anyone: its body is read first, then it runs in one transaction.
    func open<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (any StoreTransaction, Call, Input) throws -> Reply
    ) -> Operation {
        Operation(route: route, bodyLimit: body.limit) { call in
            let input = try body.read(call)
            return try await store.transaction { try perform($0, call, input) }
        }
    }

    /// An operation for someone signed in. Strangers' bodies are not looked at, and the session is checked
    /// again in the transaction that acts on it.
    func signedIn<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (any StoreTransaction, Call, Caller, Input) throws -> Reply
    ) -> Operation {
        Operation(route: route, bodyLimit: body.limit) { call in
            try await admit(call)
            let input = try body.read(call)
            return try await store.transaction { try perform($0, call, caller(of: call, in: $0), input) }
        }
    }

    /// An operation for someone signed in that has its effect once for each `Idempotency-Key`.
    ///
    /// - Parameter payload: what, beside its address, tells one request from another.
    func signedInOnce<Input>(
        _ route: Route, _ body: BodyReader<Input>, payload: @escaping @Sendable (Input) -> [String] = { _ in [] },
        perform: @escaping @Sendable (any StoreTransaction, Call, Caller, Input) throws -> Reply
    ) -> Operation {
        signedIn(route, body) { transaction, call, caller, input in
            let idempotency = try Idempotency(call, scope: "user \(caller.userID)", payload: payload(input), self)
            return try idempotency.perform(in: transaction) {
                try Sweep.run(in: transaction, now: call.now)
                return try perform(transaction, call, caller, input)
            }
        }
    }

    /// An operation for someone signed in that writes nothing.
    func signedInReading(
        _ route: Route, perform: @escaping @Sendable (any StoreReader, Call, Caller) throws -> Reply
    ) -> Operation {
        Operation(route: route, bodyLimit: BodyReader.none.limit) { call in
            try await admit(call)
            return try await store.read { try perform($0, call, caller(of: call, in: $0)) }
        }
    }
}
