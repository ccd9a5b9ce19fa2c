import Foundation
import Networking
public import OrbitStore
public import TimeAndChance

/// The store, the clock, the random source, the configuration and the features of one backend.
///
/// Features read the store by ``read(_:)`` and write to it by ``commit(at:from:_:)``. A transaction checks each write.
public struct BackendContext: Sendable {
    package let store: any BackendStore
    /// The clock.
    public let time: any TimeSource
    package let random: RandomSource
    package let configuration: BackendConfiguration
    package let features: FeatureSet
    package let followers: LogFollowers
    package let work = WorkSignal()
    package let sharedValues = SharedValues()

    package init(
        store: any BackendStore, time: any TimeSource, random: RandomSource,
        configuration: BackendConfiguration, features: FeatureSet
    ) {
        self.store = QuarantiningStore(store: store, count: configuration.count)
        self.time = time
        self.random = random
        self.configuration = configuration
        self.features = features
        followers = LogFollowers(of: store)
    }

    /// Runs a body on a snapshot of the store.
    ///
    /// Use it for reads before the handler of an operation runs, such as in `prepare`. A handler gets a reader or a
    /// transaction of its own.
    ///
    /// - Parameter body: The body. It is synchronous and short.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or `StoreError`.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    package var digest: SecretDigest { configuration.digest }

    /// The prefix of all paths, without a slash at the end.
    package var basePath: String { configuration.basePath.split(separator: "/").map { "/\($0)" }.joined() }

    /// Returns 128 random bits in hexadecimal, which cannot be guessed.
    public func newIdentifier() -> String { random.bytes(16).hexadecimal }

    /// Returns 256 random bits in hexadecimal.
    public func newToken() -> String { random.bytes(32).hexadecimal }
}
