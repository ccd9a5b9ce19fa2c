import Networking
import OrbitModels
import Presentation

/// The parts of a session that its view models share.
struct ClubContext {
    /// The signed-in rider.
    let me: RiderID
    /// The client with the tokens of the session.
    let client: APIClient
    /// The log, clock and storage of the session. The server of the club has no event log.
    let log: EventLog
    /// The activities that the rider may see.
    let library: ActivityLibrary

    /// The service over ``client``.
    var service: ClubService { ClubService(client: client) }
}
