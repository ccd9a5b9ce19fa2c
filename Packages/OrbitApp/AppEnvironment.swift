public import Auth
public import Foundation
public import Networking
public import Profiles
public import TimeAndChance
public import Validation

/// Everything the app needs from outside. Tests, previews and front ends differ in nothing else.
public struct AppEnvironment: Sendable {
    public var server: ServerAddress
    public var transport: any HTTPTransport
    public var tokens: any TokenStore
    /// Where an unfinished profile is kept; `nil` keeps it in memory only.
    public var drafts: ProfileDraftStore?
    /// Which campuses are known before the server is asked.
    public var registry: CampusRegistry
    /// The campus's: it decides what day it is and how old somebody is. The device's is right only on campus.
    public var zone: TimeZone
    public var time: any TimeSource
    public var random: RandomSource

    public init(
        server: ServerAddress, transport: any HTTPTransport, tokens: any TokenStore,
        drafts: ProfileDraftStore? = nil, registry: CampusRegistry = CampusRegistry(), zone: TimeZone = .current,
        time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        self.server = server
        self.transport = transport
        self.tokens = tokens
        self.drafts = drafts
        self.registry = registry
        self.zone = zone
        self.time = time
        self.random = random
    }
}
