import Foundation
import OrbitModels
import __Feature__

extension ContractArea {
    /// `Docs/openapi/__path_feature__.yaml`.
    static let __feature__ = {
        let element = __Name__(id: "1", text: "Hello", createdAt: ContractSample.now)
        return ContractArea(
            routes: __Name__Routes.all,
            events: .__feature__,
            lists: [.__names__],
            full: [
                ("__Name__", element),
                ("__Name__Data", Keyed(element)),
                ("Removed__Name__", Keyed(element.id)),
                ("__Names__Page", Page([element], nextCursor: "x")),
                ("New__Name__Request", New__Name__Request(text: "Hello")),
            ])
    }()
}
