import Foundation
import Networking
import OrbitStore
import TimeAndChance

/// What every operation stands on.
struct Context: Sendable {
    let store: any BackendStore
    let time: any TimeSource
    let random: RandomSource
    let configuration: OrbitBackend.Configuration
    let directory: CampusDirectory
    let pages: KeptPage.Cache
    let followers: LogFollowers
    let work = PendingWork()
    let auditWatch = AuditWatch()

    init(
        store: any BackendStore, time: any TimeSource, random: RandomSource,
        configuration: OrbitBackend.Configuration
    ) {
        self.store = SettingAsideStore(store: store, count: configuration.count)
        self.time = time
        self.random = random
        self.configuration = configuration
        directory = CampusDirectory()
        pages = KeptPage.cache()
        followers = LogFollowers(of: store)
    }

    var digest: SecretDigest { configuration.digest }

    /// What all paths begin with, without a slash at the end.
    var basePath: String { configuration.basePath.split(separator: "/").map { "/\($0)" }.joined() }

    /// 128 random bits, which cannot be guessed.
    func newIdentifier() -> String { random.bytes(16).hexadecimal }

    /// 256 random bits.
    func newToken() -> String { random.bytes(32).hexadecimal }
}
