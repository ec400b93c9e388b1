console.log(money("4"));
