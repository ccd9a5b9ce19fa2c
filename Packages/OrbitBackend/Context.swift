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
    let followers: LogFollowers

    init(
        store: any BackendStore, time: any TimeSource, random: RandomSource,
        configuration: OrbitBackend.Configuration
    ) {
        self.store = store
        self.time = time
        self.random = random
        self.configuration = configuration
        directory = CampusDirectory()
        followers = LogFollowers()
    }

    var digest: SecretDigest { configuration.digest }

    /// What all paths begin with, without a slash at the end.
    var basePath: String { configuration.basePath.split(separator: "/").map { "/\($0)" }.joined() }

    /// 128 random bits, which cannot be guessed.
    func newIdentifier() -> String { random.bytes(16).hexadecimal }

    /// 256 random bits.
    func newToken() -> String { random.bytes(32).hexadecimal }

    var handlers: [RouteHandler] {
        [
            SendCode(context: self).handler, VerifyCode(context: self).handler,
            RefreshSession(context: self).handler, Logout(context: self).handler,
            ReadMe(context: self).handler, UpdateMe(context: self).handler, ReadPerson(context: self).handler,
            UploadPhoto(context: self).handler, ReadPhoto(context: self).handler,
        ] + discoverOperations + pokeOperations + matchOperations + BlockUser(context: self).handlers
            + [ReadEvents(context: self).handler]
    }
}

extension Context {
    private var discoverOperations: [RouteHandler] {
        [DiscoverPeople(context: self).handler, NoteSeen(context: self).handler]
            + ShowLess(context: self).handlers + SetDealbreakers(context: self).handlers
    }

    private var pokeOperations: [RouteHandler] {
        [SendPoke(context: self).handler, ClearPokes(context: self).handler]
            + ListPokes(context: self).handlers + AnswerPoke(context: self).handlers
    }

    private var matchOperations: [RouteHandler] {
        [ListMatches(context: self).handler, DisconnectMatch(context: self).handler]
            + TodaysMatch(context: self).handlers
    }
}
