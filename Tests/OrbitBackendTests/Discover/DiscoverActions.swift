import Discover
import Matching
import Networking
import OrbitModels

extension TestServer {
    /// Returns the first page of the person's list of suggestions.
    func discoverPage(of member: Member) async throws -> DiscoverPage {
        try await send(.get, "/discover/users", token: member.token).payload(DiscoverPage.self)
    }

    /// Returns the people on the first page of the person's list of suggestions.
    func suggestedPeople(to member: Member) async throws -> Set<UserID> {
        Set(try await discoverPage(of: member).people.elements.map(\.id))
    }
}
