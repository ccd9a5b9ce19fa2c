import OrbitApp
import Testing

@Suite struct AppRouteTests {
    /// The route after every event, for every route. A dot means that the route remains.
    private static let table = """
                        signedIn   signedOut  sessionUnreadable  profileComplete  profileSaved  profileIncomplete  editProfile  leaveEditing
        launching       arriving   auth       locked             .                .             .                  .            .
        auth            arriving   .          locked             .                .             .                  .            .
        locked          arriving   auth       .                  .                .             .                  .            .
        arriving        .          auth       locked             home             .             profileSetup       .            .
        profileSetup    .          auth       locked             home             home          .                  .            .
        home            .          auth       locked             .                .             profileSetup       profileEdit  .
        profileEdit     .          auth       locked             .                home          profileSetup       .            home
        """

    @Test func `every event from every route leads to the route in the table`() throws {
        let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let events = try #require(rows.first)
        #expect(events == AppEvent.allCases.map { String(describing: $0) })
        #expect(rows.dropFirst().map { $0[0] } == AppRoute.allCases.map(\.rawValue))
        for row in rows.dropFirst() {
            let route = try #require(AppRoute(rawValue: row[0]))
            for (event, cell) in zip(AppEvent.allCases, row.dropFirst()) {
                #expect(route.after(event).rawValue == (cell == "." ? row[0] : cell), "\(route) after \(event)")
            }
        }
    }

    @Test func `a sign-out leads to signing in from anywhere`() {
        #expect(AppRoute.allCases.allSatisfy { $0.after(.signedOut) == .auth })
    }

    @Test func `an incomplete profile after a sign-in leads to the profile setup`() {
        #expect(AppRoute.launching.after(.signedIn).after(.profileIncomplete) == .profileSetup)
    }
}
