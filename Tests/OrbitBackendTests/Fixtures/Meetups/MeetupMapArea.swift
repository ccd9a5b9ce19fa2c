import Meetups
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/meetup-map.yaml`.
    static let meetupMap = {
        let kind = MeetupSquare.KindCount(.study, 3)
        let square = Coordinates(latitude: 1, longitude: 2).map {
            MeetupSquare(coordinates: $0, count: 4, kinds: [kind], earliestStart: ContractSample.now)
        }
        return ContractArea(
            routes: MeetupMapRoutes.all,
            full: [
                ("KindCount", kind), ("MeetupSquare", square),
                ("MeetupMap", square.map { MeetupMap([$0], completeUntil: ContractSample.now) }),
            ])
    }()
}
