import Foundation
import Networking
import OrbitStore
import TimeAndChance

/// The store, the clock, the chance and the configuration of one backend, and the features that it has.
struct Context: Sendable {
    let store: any BackendStore
    let time: any TimeSource
    let random: RandomSource
    let configuration: OrbitBackend.Configuration
    let features: FeatureSet
    let followers: LogFollowers
    let work = PendingWork()
    let sharedValues = SharedValues()

    init(
        store: any BackendStore, time: any TimeSource, random: RandomSource,
        configuration: OrbitBackend.Configuration, features: FeatureSet
    ) {
        self.store = SettingAsideStore(store: store, count: configuration.count)
        self.time = time
        self.random = random
        self.configuration = configuration
        self.features = features
        followers = LogFollowers(of: store)
    }

    var digest: SecretDigest { configuration.digest }

    /// The beginning of all paths, without a slash at the end.
    var basePath: String { configuration.basePath.split(separator: "/").map { "/\($0)" }.joined() }

    /// 128 random bits, which cannot be guessed.
    func newIdentifier() -> String { random.bytes(16).hexadecimal }

    /// 256 random bits.
    func newToken() -> String { random.bytes(32).hexadecimal }
}
